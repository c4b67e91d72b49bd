"""Refuses an order of hooks that is not that of docs/operations/upgrades.md.

Usage: hooks.py RENDERED…
Helm runs what has the lower weight first, and waits for it; of the same weight it goes by kind and name.
"""

import pathlib
import sys

import yaml

ORDER = ["iam-migrate", "bpm-migrate", "dms-migrate", "iam-bootstrap", "dms-register"]


def weight_of(job):
    return int(job["metadata"]["annotations"]["helm.sh/hook-weight"])


def main(*paths):
    for path in map(pathlib.Path, paths):
        documents = [one for one in yaml.safe_load_all(path.read_text()) if one is not None]
        jobs = sorted((one for one in documents if one["kind"] == "Job"), key=weight_of)
        found = [job["metadata"]["labels"]["app.kubernetes.io/component"] for job in jobs]
        if found != sorted(found, key=ORDER.index):
            sys.exit(f"{path.name}: hooks run in the order {', '.join(found)}")
        migrations = [weight_of(job) for job, name in zip(jobs, found) if name.endswith("-migrate")]
        if len(set(migrations)) < len(migrations):
            sys.exit(f"{path.name}: migrations have one weight, and run by their names")


main(*sys.argv[1:])
