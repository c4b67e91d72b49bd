# Kubernetes and etcd, built once from Go modules into $programs (a quarter of an hour on two cores). Sourced.

kubernetes_version=1.35.4
programs=${XDG_CACHE_HOME:-$HOME/.cache}/countersign/kubernetes-v$kubernetes_version

# A module that needs Kubernetes: the parts that its own go.mod takes from its tree are modules of their own, too.
write_module() {
  local source
  source=$(go mod download -json "k8s.io/kubernetes@v$kubernetes_version" | sed -nE 's/^\s*"Dir": "(.*)".*/\1/p')
  {
    printf 'module cluster\n\n'
    grep -E '^(go|godebug) ' "$source/go.mod"
    printf 'require k8s.io/kubernetes v%s\nreplace (\n' "$kubernetes_version"
    sed -nE "s#^\s*(k8s.io/[a-z-]+) => ./staging.*#\t\1 => \1 v0${kubernetes_version#1}#p" "$source/go.mod"
    printf ')\n'
  } >go.mod
  {
    printf '//go:build tools\n\npackage cluster\n\nimport (\n\t_ "go.etcd.io/etcd/server/v3/etcdmain"\n'
    printf '\t_ "k8s.io/kubernetes/cmd/%s"\n' kube-apiserver kube-controller-manager kube-scheduler kube-proxy kubelet kubectl
    printf ')\n'
  } >tools.go
  go mod tidy
}

# build PROGRAM…
build() {
  local name package flags version=k8s.io/component-base/version
  flags="-s -w -X $version.gitVersion=v$kubernetes_version -X $version.gitMajor=1 -X $version.gitMinor=35"
  for name in "$@"; do
    if [[ -x $programs/$name ]]; then continue; fi
    say "building $name of Kubernetes $kubernetes_version"
    package=k8s.io/kubernetes/cmd/$name
    if [[ $name == etcd ]]; then package=go.etcd.io/etcd/server/v3; fi
    mkdir -p "$work/module" "$programs"
    (
      cd "$work/module"
      [[ -e go.mod ]] || write_module
      CGO_ENABLED=0 nice -n 15 go build -p 2 -mod=mod -trimpath -ldflags "$flags" -o "$programs/$name" "$package"
    ) >"$work/build.log" 2>&1 || { tail -n 20 "$work/build.log"; return 1; }
  done
  PATH=$programs:$PATH
}
