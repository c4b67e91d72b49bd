"""Asks the network policies of rendered examples who may reach whom, as a network that keeps to them would answer.

Usage: ways.py RENDERED…
Every address that a program is told must be one that it may call and, where it is of a pod in the examples, one that lets
it in. WAYS are those of the examples side by side, each in its namespace.
"""

import pathlib
import sys
import urllib.parse

import yaml

NAMESPACE = "kubernetes.io/metadata.name"
COMPONENT = "app.kubernetes.io/component"
PORTS = {"http": {"iam": 8081, "bpm": 8082, "dms": 8083, "gateway": 8080}, "internal": 8090, "management": 9090}

# Examples, from, to (namespace/component; of a stranger any name), port, whether it is allowed.
WAYS = """
apart approvals/bpm          identity/iam         8081 yes
apart approvals/dms          identity/iam         8081 yes
apart approvals/gateway      identity/iam         8081 yes
apart approvals/dms-register identity/iam         8081 yes
apart approvals/dms-register approvals/bpm        8082 yes
apart approvals/gateway      approvals/dms        8083 yes
apart approvals/bpm          monitoring/collector 4318 yes
apart identity/iam           monitoring/collector 4318 yes
apart monitoring/prometheus  identity/iam         9090 yes
apart identity/iam           approvals/bpm        8082 no
apart identity/iam           approvals/dms        8083 no
apart identity/stranger      approvals/bpm        8082 no
apart approvals/stranger     approvals/bpm        8082 no
apart approvals/stranger     identity/iam         8081 no
apart approvals/gateway      identity/iam         9090 no
apart approvals/dms-register approvals/dms        8083 no
apart approvals/dms-register approvals/gateway    8080 no
apart approvals/bpm-migrate  identity/iam         8081 no
apart approvals/bpm          monitoring/collector 8081 no
apart approvals/gateway      data/postgres        5432 no
edge countersign/gateway     inner/iam            443 no
existing countersign/iam     countersign/bpm      8082 no
existing countersign/bpm     countersign/iam      8081 yes
existing countersign/stranger countersign/iam     8081 no
existing countersign/bpm     monitoring/collector 4318 no
seeded countersign/iam-bootstrap data/postgres    5432 yes
seeded countersign/iam-bootstrap data/stranger    5433 no
seeded monitoring/prometheus countersign/iam      9090 no
"""


def selects(selector, labels):
    for name, value in selector.get("matchLabels", {}).items():
        if labels.get(name) != value:
            return False
    for rule in selector.get("matchExpressions", []):
        assert rule["operator"] == "In", rule
        if labels.get(rule["key"]) not in rule["values"]:
            return False
    return True


def is_peer(peer, own, namespace, labels):
    """Of a pod: blocks of addresses are for what is outside of the cluster."""
    if "ipBlock" in peer:
        return False
    if "namespaceSelector" in peer:
        if not selects(peer["namespaceSelector"], {NAMESPACE: namespace}):
            return False
    elif namespace != own:
        return False
    return selects(peer.get("podSelector", {}), labels)


def has_port(rule, port, component):
    numbers = [PORTS["http"].get(component) if p["port"] == "http" else PORTS.get(p["port"], p["port"]) for p in rule.get("ports", [])]
    return "ports" not in rule or port in numbers


def rules_of(policies, namespace, labels, way):
    """None where no policy is about the pod: then everything is allowed."""
    chosen = [
        policy["spec"]
        for policy in policies
        if policy["metadata"]["namespace"] == namespace
        and way in policy["spec"]["policyTypes"]
        and selects(policy["spec"]["podSelector"], labels)
    ]
    return [rule for spec in chosen for rule in spec.get(way.lower(), [])] if chosen else None


# An empty list of peers is everybody, as one that is left out.
def may_reach(policies, pods, source, target, port):
    (here, caller), (there, called) = source, target
    # A stranger has no label of ours.
    ends = (pods.get(caller, {}), pods.get(called, {}))
    out = rules_of(policies, here, ends[0], "Egress")
    into = rules_of(policies, there, ends[1], "Ingress")
    leaves = out is None or any(
        has_port(rule, port, called) and (not rule.get("to") or any(is_peer(p, here, there, ends[1]) for p in rule["to"]))
        for rule in out
    )
    enters = into is None or any(
        has_port(rule, port, called) and (not rule.get("from") or any(is_peer(p, there, here, ends[0]) for p in rule["from"]))
        for rule in into
    )
    return leaves and enters


def may_leave(policies, pods, source, port):
    """To somewhere outside of the cluster; which addresses that are is the administrator's."""
    rules = rules_of(policies, source[0], pods[source[1]], "Egress")
    return any(has_port(rule, port, "") and (not rule.get("to") or any("ipBlock" in p for p in rule["to"])) for rule in rules)


# A job has the settings of its service, and calls neighbours alone.
CALLED = {"Job": ["IAM_URL", "BPM_URL", "JWKS_URL"]}
CALLED["Deployment"] = [*CALLED["Job"], "DMS_URL", "STORAGE_S3_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"]


def addresses_of(workload):
    for variable in workload["spec"]["template"]["spec"]["containers"][0]["env"]:
        if variable["name"] in CALLED[workload["kind"]]:
            yield variable["name"], urllib.parse.urlsplit(variable["value"])


def target_of(host, namespace, prefix):
    """The pods behind the name of a Service; None for a host outside of the cluster."""
    name, _, rest = host.partition(".")
    component = name.removeprefix(f"{prefix}-")
    if rest == "":
        return namespace, component
    place, _, suffix = rest.partition(".")
    return (place, component) if suffix in ("", "svc") else None


def check_addresses(name, documents, policies, pods):
    for document in documents:
        if document["kind"] not in CALLED:
            continue
        namespace = document["metadata"]["namespace"]
        labels = document["spec"]["template"]["metadata"]["labels"]
        source = namespace, labels[COMPONENT]
        for setting, url in addresses_of(document):
            port = url.port or {"http": 80, "https": 443}[url.scheme]
            target = target_of(url.hostname, namespace, labels["app.kubernetes.io/name"])
            if not (may_leave(policies, pods, source, port) if target is None else may_reach(policies, pods, source, target, port)):
                sys.exit(f"{name}: {'/'.join(source)} is told {setting}={url.geturl()} and may not go there")


def main(*paths):
    examples = {}
    for path in map(pathlib.Path, paths):
        documents = [one for one in yaml.safe_load_all(path.read_text()) if one is not None]
        # Those that are apart are of one platform.
        name = "apart" if path.stem.startswith("apart-") else path.stem
        examples.setdefault(name, []).extend(documents)
    policies, pods = {}, {}
    for name, documents in examples.items():
        policies[name] = [one for one in documents if one["kind"] == "NetworkPolicy"]
        labels = [one["spec"]["template"]["metadata"]["labels"] for one in documents if one["kind"] in CALLED]
        pods[name] = {each[COMPONENT]: each for each in labels}
        check_addresses(name, documents, policies[name], pods[name])
    for line in WAYS.strip().splitlines():
        name, source, target, port, expected = line.split()
        allowed = may_reach(policies[name], pods[name], source.split("/"), target.split("/"), int(port))
        if allowed != (expected == "yes"):
            sys.exit(f"{line}: {'is' if allowed else 'is not'} allowed")


main(*sys.argv[1:])
