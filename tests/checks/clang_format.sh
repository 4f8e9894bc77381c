# Every source file is as .clang-format has it. Other versions of the tool lay out otherwise, so
# just the one that packaging/setup installs counts.
for tool in clang-format-14 clang-format; do
    case $("$tool" --version 2>/dev/null) in
    *version\ 14.*) break ;;
    *) tool= ;;
    esac
done
if [ -z "$tool" ]; then
    echo "skipped: clang-format 14 is not installed; packaging/setup installs it"
    exit 77
fi
{ git ls-files '*.h' '*.cpp' 2>/dev/null || find engine ui app tests -name '*.h' -o -name '*.cpp'; } |
    xargs "$tool" --dry-run -Werror
