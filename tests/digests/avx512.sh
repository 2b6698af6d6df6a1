#!/usr/bin/env bash
# Compares the digests of the AVX-512 kernels with the record on an emulated
# CPU, as few machines have that instruction set: Bochs's Skylake-X, started
# with Debian's kernel and a file system that holds the program.
#
#   avx512.sh PROGRAM BUILD RECORD

set -euo pipefail
program=$1 build=$2 record=$3
kernel=$build/kernel root=$build/root cd=$build/cd
mkdir -p "$build"

# What is installed here stays as it is.
fetch_kernel() {
  rm -rf "$kernel"
  mkdir -p "$kernel"
  cd "$kernel"
  local package
  package=$(apt-cache depends linux-image-cloud-amd64 |
    sed -n 's/.*Depends: //p' | head -n 1)
  apt-get -qq download "$package"
  dpkg-deb -x ./*.deb .
  rm ./*.deb
}

make_root() {
  rm -rf "$root"
  mkdir -p "$root"/{bin,dev}
  cp "$(command -v busybox)" "$root/bin/"
  cp "$program" "$root/bin/digests"
  cp "$record" "$root/record"
  ldd "$program" | grep -o '/[^ ]*' | while read -r library; do
    install -D "$library" "$root$library"
  done
  cat > "$root/init" << 'END'
#!/bin/busybox sh
/bin/busybox mount -t devtmpfs dev /dev
exec > /dev/ttyS0 2>&1
LD_LIBRARY_PATH=/lib/x86_64-linux-gnu:/usr/lib/x86_64-linux-gnu \
  /bin/digests /record AVX3
/bin/busybox poweroff -f
END
  chmod +x "$root/init"
}

# noxsaves and clearcpuid: the emulator states another size for the saved
# registers than the kernel works out, which would turn AVX off.
make_cd() {
  rm -rf "$cd"
  mkdir -p "$cd"
  cp "$kernel"/boot/vmlinuz-* "$cd/vmlinuz"
  (cd "$root" && find . | cpio --quiet -o -H newc | gzip -1) > "$cd/initrd"
  cp /usr/lib/ISOLINUX/isolinux.bin "$cd/"
  cp /usr/lib/syslinux/modules/bios/ldlinux.c32 "$cd/"
  cat > "$cd/isolinux.cfg" << 'END'
DEFAULT digests
LABEL digests
  KERNEL /vmlinuz
  APPEND initrd=/initrd rdinit=/init console=ttyS0 mitigations=off no_timer_check noxsaves clearcpuid=321,323
END
  xorriso -as mkisofs -quiet -o "$build/cd.iso" -V digests -b isolinux.bin -c boot.cat \
    -no-emul-boot -boot-load-size 4 -boot-info-table "$cd"
}

emulate() {
  : > "$build/serial.txt"
  cat > "$build/bochsrc" << END
cpu: model=corei7_skylake_x, ips=100000000, ignore_bad_msrs=1
megs: 512
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest
ata0-master: type=cdrom, path=$build/cd.iso, status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev=$build/serial.txt
sound: waveoutdrv=dummy, waveindrv=dummy, midioutdrv=dummy
speaker: enabled=0
display_library: term
log: $build/bochs.log
END
  echo c > "$build/continue" # Debian's Bochs waits in its debugger
  TERM=vt100 script --quiet --command \
    "stty rows 60 cols 132; timeout --foreground -s KILL 900 bochs -q -f $build/bochsrc -rc $build/continue" \
    /dev/null < /dev/null > "$build/screen.txt" 2>&1 || true
}

[[ -e $(echo "$kernel"/boot/vmlinuz-*) ]] || fetch_kernel
make_root
make_cd
emulate
cat "$build/serial.txt"
grep -q '^AVX3: [1-9][0-9]* digests, 0 differ' "$build/serial.txt"
