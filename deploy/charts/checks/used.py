"""Refuses a value of the chart that no example has: what is never rendered is never validated.

Usage: used.py values.schema.json EXAMPLE…; what services have alike is looked for in any of them, settings and Secrets are
left to the programs' own checks.
"""

import json
import pathlib
import sys

import yaml

SERVICES = ("iam", "bpm", "dms", "gateway")
# On unless turned off, as in every example; what Helm itself hands on.
LEFT_OUT = {"networkPolicies.enabled", "global"}


def leaves(schema, definitions, path=()):
    """The values that the schema names, to where it leaves the rest open."""
    reference = schema.get("$ref", "").removeprefix("#/$defs/")
    if reference.endswith(("Settings", "Secrets", "secretKey", "quantities")):
        yield path
        return
    properties = definitions.get(reference, schema).get("properties", {})
    for name, child in properties.items():
        yield from leaves(child, definitions, (*path, name))
    if not properties:
        yield path


def uses(values, path):
    for name in path:
        if not isinstance(values, dict) or name not in values:
            return False
        values = values[name]
    return True


def main(schema, *examples):
    schema = json.loads(pathlib.Path(schema).read_text())
    given = [yaml.safe_load(pathlib.Path(path).read_text()) for path in examples]
    unused = set()
    for path in leaves(schema, schema["$defs"]):
        alike = [(service, *path[1:]) for service in SERVICES] if path[0] in SERVICES else [path]
        if not any(uses(values, one) for values in given for one in alike):
            unused.add(".".join(path))
    if unused - LEFT_OUT:
        sys.exit(f"no example has {', '.join(sorted(unused - LEFT_OUT))}")


main(*sys.argv[1:])
