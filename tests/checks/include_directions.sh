# engine <- ui <- app: nothing includes upwards, the engine knows no Qt, and one file knows Qt Charts.
status=0

# forbid WHY PATTERN PLACE...: complains of every #include in the places that matches the pattern.
forbid() {
    why=$1 pattern=$2
    shift 2
    if grep -rHnE --include='*.h' --include='*.cpp' "^ *# *include *$pattern" "$@"; then
        echo "error: $why"
        status=1
    fi
}

forbid "the engine knows neither Qt nor ui nor app" '(<Q|<Qt|"Q|"ui/|"app/)' engine
forbid "ui does not know app" '"app/' ui
forbid "app/cloud serves both programs and knows neither" '"(ui|app/cli|app/desktop)/' app/cloud
forbid "burstlab-cli does not know ui" '"ui/' app/cli

charts='<(QtCharts|Q[A-Za-z]*(Chart|Series|Axis|Legend|BarSet|PieSlice|BoxSet))'
others=$(find ui app -name '*.h' -o -name '*.cpp' | grep -v '^ui/charts/plot\.\(h\|cpp\)$')
# shellcheck disable=SC2086 # One word a file: no name in this tree has a blank.
forbid "only ui/charts/plot.h and plot.cpp know Qt Charts" "$charts" $others /dev/null

exit $status
