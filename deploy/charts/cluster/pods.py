"""Writes the pod of each workload read from standard input (JSON documents), and copies of one that must be refused.

Usage: pods.py OUT; OUT/good-<name>.json, OUT/bad-<fault>.json
"""

import copy
import json
import pathlib
import sys


def documents(text):
    decoder = json.JSONDecoder()
    position = 0
    while position < len(text):
        document, end = decoder.raw_decode(text, position)
        yield from document.get("items", [document])
        position = end + len(text[end:]) - len(text[end:].lstrip())


def pod_of(workload):
    template = workload["spec"]["template"]
    template["spec"].setdefault("restartPolicy", "Always")
    metadata = {**template["metadata"], "name": workload["metadata"]["name"], "namespace": workload["metadata"]["namespace"]}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": template["spec"]}


def faults(good):
    """One rule broken each: the profile's, or the drill's own."""

    def broken(change):
        pod = copy.deepcopy(good)
        change(pod["spec"], pod["spec"]["containers"][0])
        return pod

    yield "root", broken(lambda spec, _: spec["securityContext"].update(runAsUser=0, runAsNonRoot=False))
    yield "capabilities", broken(lambda _, c: c["securityContext"].pop("capabilities"))
    yield "escalation", broken(lambda _, c: c["securityContext"].pop("allowPrivilegeEscalation"))
    yield "seccomp", broken(lambda spec, _: spec["securityContext"].pop("seccompProfile"))
    yield "host-path", broken(lambda spec, _: spec["volumes"].append({"name": "h", "hostPath": {"path": "/"}}))
    yield "token", broken(lambda spec, _: spec.pop("automountServiceAccountToken"))
    yield "writable-root", broken(lambda _, c: c["securityContext"].pop("readOnlyRootFilesystem"))
    yield "unlimited", broken(lambda _, c: c["resources"].pop("limits"))


out = pathlib.Path(sys.argv[1])
out.mkdir()
pods = [pod_of(it) for it in documents(sys.stdin.read().strip()) if it["kind"] in ("Deployment", "Job")]
for pod in pods:
    (out / f"good-{pod['metadata']['name']}.json").write_text(json.dumps(pod))
for fault, pod in faults(pods[0]):
    (out / f"bad-{fault}.json").write_text(json.dumps(pod))
