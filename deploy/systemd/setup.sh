#!/bin/sh
# Adds the unit, the command, the user and the settings of Rollcall to a machine. The packages are in /opt/rollcall: docs/operators/deploying.md
# With DESTDIR it only writes files below that folder, for a package of a distribution.
set -eu
here=$(dirname "$(readlink -f "$0")")
to=${DESTDIR:-}

install -D -m 0755 "$here/rollcall.sh" "$to/opt/rollcall/rollcall"
install -D -m 0644 "$here/defaults.env" "$to/opt/rollcall/defaults.env"
install -D -m 0644 "$here/rollcall.service" "$to/usr/lib/systemd/system/rollcall.service"
install -D -m 0644 "$here/sysusers.conf" "$to/usr/lib/sysusers.d/rollcall.conf"
mkdir -p "$to/usr/bin"
ln -sf /opt/rollcall/rollcall "$to/usr/bin/rollcall"
# Settings of an earlier installation stay.
[ -e "$to/etc/rollcall.env" ] || install -D -m 0640 "$here/rollcall.env" "$to/etc/rollcall.env"

if [ -z "$to" ]; then
  systemd-sysusers rollcall.conf
  chgrp rollcall /etc/rollcall.env
  install -d -o rollcall -g rollcall -m 0700 /var/lib/rollcall /var/cache/rollcall
  [ ! -d /run/systemd/system ] || systemctl daemon-reload
fi
