#!/bin/sh
# Starts a Ceph of one machine with a RADOS gateway, an S3 with websites that is written independently of Amazon's. All of it
# is in memory, and gone when its processes end. Needs root and: radosgw ceph-mon ceph-osd ceph-common
#
# Usage: rgw-up.sh <an empty folder> <port of the gateway> <two ports of the monitor>
# Writes <folder>/run/*.pid. Whoever calls it ends these.
set -eu
folder=$1 port=$2 monitor=$3 legacy=$4
cd "$folder"
mkdir mon osd run log
id=$(cat /proc/sys/kernel/random/uuid)

# Without authentication inside the cluster its messages must be in plain, too ("crc"), or the gateway never gets in.
cat > ceph.conf <<CONF
[global]
fsid = $id
mon initial members = a
mon host = [v2:127.0.0.1:$monitor/0,v1:127.0.0.1:$legacy/0]
public network = 127.0.0.0/8
auth cluster required = none
auth service required = none
auth client required = none
ms cluster mode = crc
ms service mode = crc
ms client mode = crc
ms mon cluster mode = crc
ms mon service mode = crc
ms mon client mode = crc
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pgp num = 8
mon allow pool size one = true
osd crush chooseleaf type = 0
run dir = $folder/run
pid file = $folder/run/\$name.pid
log file = $folder/log/\$name.log
admin socket = $folder/run/\$name.\$pid.asok

[mon.a]
mon data = $folder/mon
mon data avail warn = 1
mon data avail crit = 1

[osd.0]
osd data = $folder/osd
osd objectstore = memstore
memstore device bytes = 1073741824
osd memory target = 939524096

[client.rgw.a]
rgw data = $folder/run
rgw frontends = beast endpoint=127.0.0.1:$port
rgw dns name = s3.localhost
rgw dns s3website name = s3-website.localhost
rgw enable static website = true
rgw enable apis = s3, s3website, admin
rgw resolve cname = false
CONF
export CEPH_ARGS="--conf $folder/ceph.conf"

monmaptool --create --fsid "$id" --addv a "[v2:127.0.0.1:$monitor,v1:127.0.0.1:$legacy]" monmap
ceph-mon --mkfs -i a --monmap monmap
ceph-mon -i a
disk=$(cat /proc/sys/kernel/random/uuid)
timeout 60 ceph osd new "$disk" 0
ceph-osd -i 0 --mkfs --osd-uuid "$disk"
timeout 60 ceph osd crush add osd.0 1.0 root=default host=localhost
ceph-osd -i 0
timeout 120 radosgw -n client.rgw.a --setuser root --setgroup root
timeout 60 radosgw-admin -n client.rgw.a user create --uid=test --display-name=test \
  --access-key=TESTKEY --secret-key=TESTSECRET
