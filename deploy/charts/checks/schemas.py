"""Writes JSON Schemas as kubeconform finds them; they refuse members that they do not know.

Usage: schemas.py OUT BUNDLE VERSION,… DEFINITION…
BUNDLE is the folder of kubernetes-validate, its schemas of VERSION become OUT/<version>/<kind>-<group>-<version>.json;
each DEFINITION is one of custom resources: OUT/<group>/<kind>_<version>.json.
"""

import json
import pathlib
import sys

import yaml


def closed(schema):
    """As the API server prunes, so this refuses: what the schema does not name is a mistake."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    result = {name: closed(part) for name, part in schema.items()}
    if (
        isinstance(schema.get("properties"), dict)
        and "type" in schema
        and "additionalProperties" not in schema
        and not schema.get("x-kubernetes-preserve-unknown-fields")
    ):
        result["additionalProperties"] = False
    if schema.get("x-kubernetes-int-or-string"):
        result = {"type": ["integer", "string"]}
    return result


def write_bundled(bundle, version, out):
    """Those of Kubernetes itself, whose references are to a host: here they are to the file beside."""
    folder = out / version
    folder.mkdir(parents=True)
    for path in (bundle / f"v{version}-local-strict").glob("*.json"):
        text = path.read_text().replace("/api/_definitions.json#", "_definitions.json#")
        schema = json.loads(text)
        schema.pop("$id", None)
        (folder / path.name).write_text(json.dumps(schema))


def write_custom(path, out):
    definition = yaml.safe_load(path.read_text())["spec"]
    for version in definition["versions"]:
        schema = closed(version["schema"]["openAPIV3Schema"])
        # Every object has these; the server knows them, the definition names them as any object.
        schema["properties"]["metadata"] = {"type": "object"}
        folder = out / definition["group"]
        folder.mkdir(parents=True, exist_ok=True)
        name = f"{definition['names']['kind'].lower()}_{version['name']}.json"
        (folder / name).write_text(json.dumps(schema))


def main(out, bundle, versions, *definitions):
    out = pathlib.Path(out)
    for version in versions.split(","):
        write_bundled(pathlib.Path(bundle), version, out)
    for path in definitions:
        write_custom(pathlib.Path(path), out)


main(*sys.argv[1:])
