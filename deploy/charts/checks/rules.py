"""Takes the groups of rules out of rendered releases, as Prometheus reads them, and refuses what is there twice.

Usage: rules.py OUT RENDERED…; each PrometheusRule becomes OUT/<release>.yaml. Two releases that record the same
series, or tell the same alert, would each do it: Prometheus drops one of the samples and people hear twice.
"""

import pathlib
import sys

import yaml

PROGRAMS = ("iam", "bpm", "dms", "gateway")


def groups_of(path):
    documents = yaml.safe_load_all(path.read_text())
    return [
        group
        for document in documents
        if document is not None and document["kind"] == "PrometheusRule"
        for group in document["spec"]["groups"]
    ]


def main(out, *paths):
    out = pathlib.Path(out)
    out.mkdir()
    seen = {}
    for path in map(pathlib.Path, paths):
        groups = groups_of(path)
        (out / path.name).write_text(yaml.safe_dump({"groups": groups}))
        for rule in (rule for group in groups for rule in group["rules"]):
            identity = (rule.get("record"), rule.get("alert"), rule["expr"])
            if identity in seen:
                sys.exit(f"{path.stem} and {seen[identity]} have the same rule: {identity}")
            seen[identity] = path.stem
            others = [name for name in PROGRAMS if name != path.stem and f"({name}" in rule["expr"]]
            if others:
                sys.exit(f"{path.stem} has a rule about {others}: {rule['expr']}")
    if not seen:
        sys.exit("no release has a rule")


main(*sys.argv[1:])
