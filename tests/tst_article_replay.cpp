#include <QTest>
#include <cstdio>
#include <numeric>

#include "credit_testing.h"
#include "engine/credits/virtual_machine.h"

using engine::VirtualMachine;

namespace {

struct Block {
  int step;   // the report at this step; the block is the 100 steps before it
  double ms;  // mean time of a step as printed
};

// The article's LeNet-5 run on a t2.micro. Before step 5000 it ran at full speed.
constexpr Block kPrinted[] = {{5000, 434.0},  {5100, 431.1},  {5200, 430.0},  {5300, 434.3},
                              {5400, 533.1},  {5500, 581.7},  {5600, 581.4},  {5700, 580.6},
                              {5800, 582.4},  {5900, 785.4},  {6000, 975.2},  {6100, 969.0},
                              {6200, 2485.7}, {6300, 4477.5}, {6400, 4492.2}, {6500, 3791.0},
                              {6600, 4414.7}, {6700, 4485.0}, {6800, 4259.3}, {6900, 3942.3}};
constexpr double kFullSpeedMs = 432;
constexpr double kStartBalance = 39.5;  // 44.3 credits used until the floor, 4.8 earned

bool isMixed(int step) {
  return step == 5400 || step == 5900 || step == 6200;
}
bool isFloor(int step) {
  return step >= 6300;
}

// Mean ms per step of each printed block, by the simulator.
QMap<int, double> replay(VirtualMachine& machine) {
  QMap<int, double> blocks;
  for (int step = 100; step <= 6900; step += 100) {
    const double begin = machine.seconds();
    for (int i = 0; i < 100; ++i) machine.run(kFullSpeedMs / 1000);
    blocks[step] = (machine.seconds() - begin) * 10;
  }
  return blocks;
}

VirtualMachine micro(double balance) {
  return VirtualMachine(bundledType("t2.micro"), {.balance = balance});
}

}  // namespace

class TestArticleReplay : public QObject {
  Q_OBJECT

 private slots:
  void leNet();
  void leNetMoments();
  void leNetTotal();
  void alexNet();
};

void TestArticleReplay::leNet() {
  VirtualMachine machine = micro(kStartBalance);
  const QMap<int, double> simulated = replay(machine);
  double printedFloor = 0, simulatedFloor = 0;
  for (const Block& block : kPrinted) {
    const double error = simulated[block.step] / block.ms - 1;
    std::printf("%5d %8.1f ms %8.1f ms %+6.2f %%\n", block.step, block.ms, simulated[block.step],
                error * 100);
    if (isFloor(block.step)) {
      printedFloor += block.ms;
      simulatedFloor += simulated[block.step];
    } else {
      QVERIFY(near(error, 0, isMixed(block.step) ? 0.1 : 0.03));
    }
  }
  QVERIFY(near(simulatedFloor / printedFloor, 1, 0.03));
}

void TestArticleReplay::leNetMoments() {
  VirtualMachine machine = micro(kStartBalance);
  const QMap<int, double> simulated = replay(machine);
  int firstSlow = 0, floorStarts = 0;
  for (auto [step, ms] : simulated.asKeyValueRange()) {
    if (!firstSlow && ms > 1.03 * kFullSpeedMs) firstSlow = step;
    if (!floorStarts && ms > 2000) floorStarts = step;  // above the second plateau's 972 ms
  }
  QCOMPARE(firstSlow, 5400);
  QCOMPARE(floorStarts, 6200);
  QVERIFY(near(machine.balance(), 0, 0.02));  // never exactly 0 in CloudWatch either
}

void TestArticleReplay::leNetTotal() {
  double printed = 4900 * kFullSpeedMs / 1000;
  for (const Block& block : kPrinted) printed += block.ms / 10;
  VirtualMachine machine = micro(kStartBalance);
  replay(machine);
  std::printf("total %.0f s, simulated %.0f s\n", printed, machine.seconds());
  QVERIFY(near(machine.seconds() / printed, 1, 0.01));
}

// The benchmark began at 16:14:41 with the 30 credits of a new instance. The forward-backward part
// reported its step 10 at 16:42:27, still at full speed, and its step 20 at 16:49:33.
void TestArticleReplay::alexNet() {
  VirtualMachine machine = micro(30);
  machine.run((27 * 60 + 46) - 28.7);
  QVERIFY(near(machine.run(28.7), 28.7));  // step 10
  double toStep20 = 0, duration = 0;
  for (int step = 11; step <= 20; ++step) toStep20 += duration = machine.run(28.7);
  std::printf("steps 10-20: 426 s, simulated %.1f s; step 20: 72.885 s, simulated %.1f s\n",
              toStep20, duration);
  QVERIFY(near(toStep20 / 426, 1, 0.1));
  QVERIFY(near(duration / 72.885, 1, 0.1));
}

QTEST_APPLESS_MAIN(TestArticleReplay)
#include "tst_article_replay.moc"
