{{/* The components in the order in which they depend on each other. */}}
{{- define "countersign.components" -}}
iam bpm dms gateway
{{- end }}

{{/* Those of this release, as a YAML list. */}}
{{- define "countersign.enabled" -}}
{{- range $name := splitList " " (include "countersign.components" $) }}
{{- if (index $.Values $name).enabled }}
- {{ $name }}
{{- end }}
{{- end }}
{{- end }}

{{- define "countersign.port" -}}
{{- get (dict "iam" "8081" "bpm" "8082" "dms" "8083" "gateway" "8080") . }}
{{- end }}

{{- define "countersign.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/version: {{ include "countersign.version" . | quote }}
{{ include "countersign.selector" . }}
{{- end }}

{{/* Of pods: not the chart, or each of its versions would replace them all. */}}
{{- define "countersign.podLabels" -}}
{{ include "countersign.selector" . }}
app.kubernetes.io/version: {{ include "countersign.version" . | quote }}
{{- with .root.Values.podLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* What never changes; without the release, so that a service may move from one release to another. */}}
{{- define "countersign.selector" -}}
app.kubernetes.io/name: {{ .root.Values.fullnameOverride }}
app.kubernetes.io/part-of: countersign
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{- define "countersign.version" -}}
{{- $image := dict }}
{{- with get .root.Values (splitList "-" .name | first) }}{{ $image = .image }}{{ end }}
{{- $image.tag | default .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{- define "countersign.image" -}}
{{- $image := (get .root.Values .name).image }}
{{- with .root.Values.image.registry }}{{ . }}/{{ end }}{{ $image.repository }}
{{- if $image.digest }}@{{ $image.digest }}{{ else }}:{{ include "countersign.version" . }}{{ end }}
{{- end }}

{{/* Where a neighbour is reached: of = iam, bpm or dms. */}}
{{- define "countersign.address" -}}
{{- $own := printf "http://%s-%s:%s" .root.Values.fullnameOverride .of (include "countersign.port" .of) }}
{{- get .root.Values.addresses .of | default $own }}
{{- end }}

{{/* Settings that follow from the rest, as a YAML map. */}}
{{- define "countersign.derived" -}}
HOST: 0.0.0.0
PORT: {{ include "countersign.port" .name | quote }}
MANAGEMENT_PORT: "9090"
SHUTDOWN_DRAIN_SECONDS: {{ (get .root.Values .name).drainSeconds | quote }}
ISSUER_URL: {{ .root.Values.publicUrl | quote }}
{{- if ne .name "iam" }}
{{- $iam := include "countersign.address" (dict "root" .root "of" "iam") }}
IAM_URL: {{ $iam | quote }}
JWKS_URL: {{ printf "%s/oauth2/jwks" $iam | quote }}
{{- end }}
{{- if has .name (list "dms" "gateway") }}
BPM_URL: {{ include "countersign.address" (dict "root" .root "of" "bpm") | quote }}
{{- end }}
{{- if has .name (list "bpm" "gateway") }}
DMS_URL: {{ include "countersign.address" (dict "root" .root "of" "dms") | quote }}
{{- end }}
{{- if eq .name "bpm" }}
BPM_CALLBACK_ORIGINS: {{ include "countersign.address" (dict "root" .root "of" "dms") | quote }}
{{- end }}
{{- if eq .name "dms" }}
DMS_CALLBACK_ORIGIN: {{ include "countersign.address" (dict "root" .root "of" "dms") | quote }}
{{- end }}
{{- if eq .name "gateway" }}
INTERNAL_PORT: "8090"
{{- end }}
{{- end }}

{{/* Environment of a container: derived, then `settings`, then the service's own; secrets by their files. */}}
{{- define "countersign.environment" }}
{{- $derived := include "countersign.derived" . | fromYaml }}
{{- $own := (get .root.Values .name).settings }}
{{- $all := mergeOverwrite (dict) $derived .root.Values.settings $own }}
{{- /* Receivers are added to dms, which always is one. */ -}}
{{- if and (eq .name "bpm") $own.BPM_CALLBACK_ORIGINS }}
{{- $_ := set $all "BPM_CALLBACK_ORIGINS" (printf "%s,%s" $derived.BPM_CALLBACK_ORIGINS $own.BPM_CALLBACK_ORIGINS) }}
{{- end }}
{{- range $key, $value := $all }}
- name: {{ $key }}
  {{- /* Helm reads numbers as floats: 10737418240 would come out as 1.073741824e+10. */}}
  value: {{ if and (kindIs "float64" $value) (eq (floor $value) $value) }}{{ $value | int64 | toString | quote }}{{ else }}{{ $value | toString | quote }}{{ end }}
{{- end }}
{{- range $key, $_ := .secrets }}
- name: {{ $key }}_FILE
  value: /run/secrets/countersign/{{ $key }}
{{- end }}
{{- end }}

{{/* One volume of all secrets, each a file with the name of its setting. */}}
{{- define "countersign.secretVolume" -}}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      {{- range $key, $from := .secrets }}
      - secret:
          name: {{ required (printf "the name of the Secret with %s" $key) $from.name }}
          items: [{ key: {{ $from.key }}, path: {{ $key }} }]
      {{- end }}
- name: tmp
  emptyDir: {}
{{- with .root.Values.trustedAuthorities }}
{{- if .configMap }}
- name: authorities
  configMap: { name: {{ .configMap }}, items: [{ key: {{ .key }}, path: authorities.pem }] }
{{- else if .secret }}
- name: authorities
  secret: { secretName: {{ .secret }}, items: [{ key: {{ .key }}, path: authorities.pem }] }
{{- end }}
{{- end }}
{{- end }}

{{/* Where a container finds them. */}}
{{- define "countersign.secretMounts" -}}
- { name: secrets, mountPath: /run/secrets/countersign, readOnly: true }
- { name: tmp, mountPath: /tmp }
{{- if include "countersign.trusts" .root }}
- { name: authorities, mountPath: /etc/countersign, readOnly: true }
{{- end }}
{{- end }}

{{/* Whether there are authorities beside those that Node knows. */}}
{{- define "countersign.trusts" -}}
{{- with .Values.trustedAuthorities }}{{ or .configMap .secret }}{{ end }}
{{- end }}

{{/* For everything that speaks TLS: PostgreSQL, S3, receivers, directories, mail, collectors. */}}
{{- define "countersign.trust" -}}
{{- if include "countersign.trusts" .root }}
- { name: NODE_EXTRA_CA_CERTS, value: /etc/countersign/authorities.pem }
{{- end }}
{{- end }}

{{/* What every pod has, whatever runs in it: the restricted profile, no token of the cluster. */}}
{{- define "countersign.podSettings" -}}
automountServiceAccountToken: false
enableServiceLinks: false
serviceAccountName: {{ .serviceAccount }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  {{- with .root.Values.runAsUser }}
  runAsUser: {{ . }}
  runAsGroup: {{ . }}
  fsGroup: {{ . }}
  {{- end }}
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "countersign.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* The pods of a component, for network policies. */}}
{{- define "countersign.peer" -}}
podSelector:
  matchLabels:
    app.kubernetes.io/name: {{ .root.Values.fullnameOverride }}
    app.kubernetes.io/component: {{ .of }}
{{- end }}
