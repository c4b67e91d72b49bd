# Ceph's S3 gateway from Debian's packages, for machines without Go: one monitor, one store in
# memory, one gateway. The packages are unpacked into a cache and not installed: nothing of the
# machine changes, no service starts. Sourced by s3.sh, which has $work, s3_pids and TEST_S3_*.

start_radosgw() {
  local port=$1 library
  ceph_root=${XDG_CACHE_HOME:-$HOME/.cache}/countersign/radosgw
  ceph_home=$work/ceph
  if [[ ! -x $ceph_root/usr/bin/radosgw ]]; then unpack_ceph; fi
  library=$(dirname "$(find "$ceph_root/usr/lib" -type d -name rados-classes)")
  ceph_libraries=$library:$library/ceph:$ceph_root${library#"$ceph_root/usr"}

  mkdir -p "$ceph_home/mon" "$ceph_home/osd"
  write_ceph_conf "$library" "$(free_port)" "$port" >"$ceph_home/ceph.conf"
  start_ceph_store
  start_ceph "$work/s3.log" radosgw -n client.rgw
}

unpack_ceph() {
  local archives=$work/ceph-archives archive
  local for_real_disks='sudo|lvm2|dmeventd|parted|logrotate|nvme-cli|smartmontools|dmidecode'
  for_real_disks+='|hdparm|xfsprogs|gdisk'
  say "unpacking Debian's radosgw"
  mkdir -p "$archives" "$ceph_root.new"
  (
    cd "$archives"
    apt-get update -qq
    # What the three need and this machine lacks.
    apt-get install -s --no-install-recommends radosgw ceph-mon ceph-osd |
      awk '/^Inst/ { print $2 }' | grep -vxE "$for_real_disks|python3.*" |
      xargs apt-get download -qq
  ) >"$work/s3.log" 2>&1 || {
    tail -n 20 "$work/s3.log"
    return 1
  }
  for archive in "$archives"/*.deb; do dpkg -x "$archive" "$ceph_root.new"; done
  rm -rf "$ceph_root" "$archives"
  mv "$ceph_root.new" "$ceph_root"
}

# Runs a tool to its end; what it says is shown when it fails.
set_up() {
  local program=$1
  shift
  LD_LIBRARY_PATH=$ceph_libraries timeout 120 \
    "$ceph_root/usr/bin/$program" -c "$ceph_home/ceph.conf" "$@" >"$ceph_home/setup.log" 2>&1 || {
    say "$program failed"
    tail -n 20 "$ceph_home/setup.log"
    return 1
  }
}

# Runs a server in the background; its process is the one that stop_s3 ends.
start_ceph() {
  local log=$1 program=$2
  shift 2
  LD_LIBRARY_PATH=$ceph_libraries \
    "$ceph_root/usr/bin/$program" -c "$ceph_home/ceph.conf" -f "$@" >"$log" 2>&1 &
  s3_pids+=("$!")
}

start_ceph_store() {
  local monitor id
  monitor=$(ceph_setting 'mon host')
  id=$(ceph_setting fsid)
  set_up monmaptool --create --clobber --fsid "$id" --addv a "[$monitor]" "$ceph_home/monmap"
  # A map that knows the store from the beginning: nothing has to add it, so no Python is needed.
  set_up osdmaptool --createsimple 1 --with-default-pool "$ceph_home/osdmap"
  set_up ceph-mon -i a --mkfs --monmap "$ceph_home/monmap" --osdmap "$ceph_home/osdmap"
  start_ceph "$ceph_home/mon.out" ceph-mon -i a
  set_up ceph-osd -i 0 --mkfs --no-mon-config --osd-uuid "$(new_uuid)"
  start_ceph "$ceph_home/osd.out" ceph-osd -i 0
  set_up radosgw-admin user create --uid=tests --display-name=tests \
    --access-key="$TEST_S3_ACCESS_KEY" --secret="$TEST_S3_SECRET_KEY"
}

ceph_setting() { sed -n "s/^$1 = //p" "$ceph_home/ceph.conf"; }

new_uuid() { cat /proc/sys/kernel/random/uuid; }

write_ceph_conf() {
  local library=$1 monitor_port=$2 port=$3
  cat <<CONF
[global]
fsid = $(new_uuid)
mon host = v2:127.0.0.1:$monitor_port
public addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
ms bind ipv6 = false
ms cluster mode = crc
ms service mode = crc
ms client mode = crc
ms mon cluster mode = crc
ms mon service mode = crc
ms mon client mode = crc
run dir = $ceph_home
admin socket = $ceph_home/\$name.asok
log file = $ceph_home/\$name.log
pid file =
mon data = $ceph_home/mon
osd data = $ceph_home/osd
osd objectstore = memstore
memstore device bytes = 6442450944
osd class dir = $library/rados-classes
erasure code dir = $library/ceph/erasure-code
plugin dir = $library/ceph
osd class load list = *
osd class default list = *
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon data avail crit = 1
mon data avail warn = 2
mon max pg per osd = 1000
[client]
keyring = /dev/null
rgw frontends = beast endpoint=127.0.0.1:$port
rgw run sync thread = false
rgw dynamic resharding = false
CONF
}
