# burstlab-cli runs on servers without a display: of Qt it may need Core and Network.
libraries=$(readelf -d "$1" | grep NEEDED) || exit 1
if echo "$libraries" | grep -E 'libQt|libX|libxcb|libwayland' | grep -vE 'libQt6(Core|Network)\.'; then
    echo "error: $1 needs the libraries above"
    exit 1
fi
