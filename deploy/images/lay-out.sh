#!/bin/sh
# Lays out what an image holds, in the build stage at the top of the checkout:
#
#   lay-out.sh @countersign/iam [packages whose built pages are in it]
#
# /others/dependencies is what others wrote; /ours/app is ours: the packages at their places in the
# workspace, whose node_modules point to it. Copied to / they are two layers without a folder in common,
# of which the first stays the same until the lockfile changes. Every time is SOURCE_DATE_EPOCH
# (seconds, 0 when unset), so that the same sources give the same layers.
set -eu

program=$1
app=/out/app
mkdir -p "$app"

folders() { pnpm ls --recursive --depth -1 --parseable "$@" | sed "s#^$PWD/*##" | sort; }

for folder in $(folders); do
  mkdir -p "$app/$folder"
  cp "$folder/package.json" "$app/$folder/"
done
cp package.json pnpm-lock.yaml pnpm-workspace.yaml "$app/"
(
  cd "$app"
  pnpm install --prod --frozen-lockfile --prefer-offline --store-dir /pnpm/store \
    --virtual-store-dir /out/dependencies --filter-prod "$program..."
)

folders --filter-prod "$program..." >/tmp/needed
for folder in $(folders | grep -vxFf /tmp/needed); do rm -r "${app:?}/$folder"; done
for folder in $(cat /tmp/needed); do
  for entry in "$folder"/*; do
    case ${entry##*/} in
      bench | docs | node_modules | src | README.md | tsconfig*) ;;
      *) cp -R "$entry" "$app/$folder/" ;;
    esac
  done
done
node --conditions=source packages/repo-checks/src/image-bill.ts "$app/bill.cdx.json" "$@"

# What pnpm notes for itself holds the time and the place of its work.
rm -rf "$app/node_modules" "$app"/*.yaml "$app/package.json" /out/dependencies/lock.yaml
rm -f "$app"/*/*/dist/.tsbuildinfo
rmdir "$app"/* 2>/dev/null || true
# A package of ours may leave it to the program to bring something (peer dependencies).
ln -s "$(folders --filter "$program")/node_modules" "$app/node_modules"
mkdir /others /ours
mv /out/dependencies /others/
mv /out/app /ours/
find /others /ours -depth -exec touch -h -d "@${SOURCE_DATE_EPOCH:-0}" {} +
