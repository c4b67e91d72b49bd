#!/usr/bin/env bash
# Builds what the interoperation tests need of other languages into .local/interop: every client, or
# those that are named (authlib, go-oidc, spring, example-python, example-go, example-java,
# schemathesis, histories). The ordinary clients of each language fetch what its lock file names; a second run finds it in their caches.
set -euo pipefail

cd "$(dirname "$0")"
built=$(cd ../.. && pwd)/.local/interop
mkdir -p "$built"

build_authlib() {
  [[ -x $built/authlib/bin/python ]] || python3 -m venv "$built/authlib"
  "$built/authlib/bin/pip" install --quiet --disable-pip-version-check \
    --require-hashes --requirement authlib/requirements.txt
}

# Not clients of ours but whole applications, and what they need.
build_example_python() {
  [[ -x $built/example-python/bin/python ]] || python3 -m venv "$built/example-python"
  "$built/example-python/bin/pip" install --quiet --disable-pip-version-check \
    --require-hashes --requirement ../../examples/python/requirements.txt
}

# Not a client either: it asks every operation of the documents.
build_schemathesis() {
  [[ -x $built/schemathesis/bin/python ]] || python3 -m venv "$built/schemathesis"
  "$built/schemathesis/bin/pip" install --quiet --disable-pip-version-check \
    --require-hashes --requirement ../schemathesis/requirements.txt
}

build_example_go() {
  (cd ../../examples/go && go build -mod=readonly -trimpath -o "$built/example-go" . &&
    go test -mod=readonly -c -o "$built/example-go.test" .)
}

# The checker of histories of services/bpm.
build_histories() {
  (cd ../../services/bpm/bench/checker && go build -mod=readonly -trimpath -o "$built/histories" .)
}

# Its tests are given the test vectors while it is built.
build_example_java() {
  mvn --quiet --batch-mode --file ../../examples/java/pom.xml -Dbuilt="$built/example-java" package
}

build_go_oidc() {
  (cd go-oidc && go build -mod=readonly -trimpath -o "$built/go-oidc" .)
}

build_spring() {
  mvn --quiet --batch-mode --file spring/pom.xml -Dbuilt="$built/spring" package
}

if (($# == 0)); then set -- authlib go-oidc spring example-python example-go example-java schemathesis histories; fi
for client in "$@"; do
  case $client in
    authlib | spring | schemathesis) "build_$client" ;;
    go-oidc) build_go_oidc ;;
    example-python) build_example_python ;;
    example-go) build_example_go ;;
    histories) build_histories ;;
    example-java) build_example_java ;;
    *)
      echo "nothing to build for $client" >&2
      exit 2
      ;;
  esac
done
