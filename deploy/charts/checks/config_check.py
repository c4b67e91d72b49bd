"""Asks each program's own `config check` about the environment that a rendered Deployment gives it.

Usage: config_check.py ROOT RENDERED…; secrets are drawn, for what matters is that each is there.
"""

import base64
import os
import pathlib
import subprocess
import sys
import tempfile

import yaml

PROGRAMS = {
    "iam": "services/iam",
    "bpm": "services/bpm",
    "dms": "services/dms",
    "gateway": "deploy/gateway",
}


def secret(name):
    if name == "DATABASE_URL":
        return "postgresql://service:drawn@database:5432/service"
    return base64.urlsafe_b64encode(os.urandom(32)).rstrip(b"=").decode()


def environment_of(container, folder):
    """The container's environment, with the files that a kubelet would mount."""
    environment = {"PATH": os.environ["PATH"]}
    mounted = {mount["mountPath"] for mount in container["volumeMounts"]}
    for variable in container["env"]:
        name, value = variable["name"], variable["value"]
        if name.endswith("_FILE"):
            path = pathlib.PurePath(value)
            assert str(path.parent) in mounted, f"{name} is not mounted"
            file = pathlib.Path(folder) / path.name
            file.write_text(secret(path.name))
            value = str(file)
        environment[name] = value
    return environment


def check_trust(path, documents):
    """Programs and jobs of a release trust the same file, and have it; Node goes on without one that is not there."""
    trusted = set()
    for document in documents:
        if document["kind"] in ("Deployment", "Job"):
            pod = document["spec"]["template"]["spec"]
            container = pod["containers"][0]
            file = next((one["value"] for one in container["env"] if one["name"] == "NODE_EXTRA_CA_CERTS"), None)
            trusted.add(file)
            mounts = {mount["mountPath"]: mount["name"] for mount in container["volumeMounts"]}
            volumes = {volume["name"]: volume for volume in pod["volumes"]}
            if file is not None:
                volume = volumes[mounts[str(pathlib.PurePath(file).parent)]]
                items = (volume.get("configMap") or volume["secret"])["items"]
                assert pathlib.PurePath(file).name in [item["path"] for item in items], f"{path}: {file} is not mounted"
    assert len(trusted) < 2, f"{path}: programs and jobs trust different files: {trusted}"


def check(root, path):
    documents = [one for one in yaml.safe_load_all(pathlib.Path(path).read_text()) if one is not None]
    check_trust(path, documents)
    for document in documents:
        if document["kind"] != "Deployment":
            continue
        pod = document["spec"]["template"]["spec"]
        container = pod["containers"][0]
        program = pathlib.Path(root) / PROGRAMS[container["name"]]
        with tempfile.TemporaryDirectory() as folder:
            command = [f"{root}/node_modules/.bin/node", "--conditions=source", "src/cli.ts"]
            done = subprocess.run(
                [*command, "config", "check"],
                cwd=program,
                env=environment_of(container, folder),
                capture_output=True,
                text=True,
            )
        if done.returncode != 0:
            sys.exit(f"{path}: {container['name']}\n{done.stdout}{done.stderr}")


root, *paths = sys.argv[1:]
for path in paths:
    check(os.path.abspath(root), path)
