{{/* A job as a hook: Helm waits for it, and a job that fails ends the upgrade with the old pods running. */}}
{{- define "countersign.job" -}}
{{- $files := .files | default dict }}
{{- $values := get .root.Values .name }}
{{- $mounted := dict "root" .root "secrets" (merge (dict) .secrets $files) }}
{{- $labels := dict "root" .root "name" (printf "%s-%s" .name (.role | default .job)) }}
---
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ .root.Values.fullnameOverride }}-{{ .name }}-{{ .job }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "countersign.labels" $labels | nindent 4 }}
  annotations:
    helm.sh/hook: {{ .hook }}
    helm.sh/hook-weight: {{ .weight | quote }}
    # What failed stays to be read, until the next run.
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
spec:
  # Until the deadline: a database that is still starting is asked again.
  backoffLimit: 20
  activeDeadlineSeconds: {{ .deadline }}
  template:
    metadata:
      labels:
        {{- include "countersign.podLabels" $labels | nindent 8 }}
      {{- with .root.Values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      restartPolicy: Never
      {{- include "countersign.podSettings" . | nindent 6 }}
      containers:
        - name: {{ .role | default .job }}
          image: {{ include "countersign.image" . }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          command: {{ toJson .command }}
          env:
            {{- if .env }}
            {{- range $key, $value := .env }}
            - { name: {{ $key }}, value: {{ $value | quote }} }
            {{- end }}
            {{- range $key, $_ := .secrets }}
            - { name: {{ $key }}_FILE, value: /run/secrets/countersign/{{ $key }} }
            {{- end }}
            {{- else }}
            {{- include "countersign.environment" . | trim | nindent 12 }}
            {{- end }}
            {{- with include "countersign.trust" . | trim }}{{ . | nindent 12 }}{{ end }}
          resources:
            requests: { cpu: 100m, memory: 128Mi, ephemeral-storage: 16Mi }
            limits: { memory: 512Mi, ephemeral-storage: 64Mi }
          securityContext:
            {{- include "countersign.containerSecurity" .root | nindent 12 }}
          volumeMounts:
            {{- include "countersign.secretMounts" . | nindent 12 }}
            {{- with $values.extraVolumeMounts }}{{ toYaml . | nindent 12 }}{{ end }}
      volumes:
        {{- include "countersign.secretVolume" $mounted | nindent 8 }}
        {{- with $values.extraVolumes }}{{ toYaml . | nindent 8 }}{{ end }}
{{- end }}
