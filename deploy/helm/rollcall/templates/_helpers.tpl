{{- define "rollcall.name" -}}
{{- .Values.nameOverride | default .Chart.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "rollcall.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- $name := include "rollcall.name" . -}}
{{- ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "rollcall.selectorLabels" -}}
app.kubernetes.io/name: {{ include "rollcall.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- /* Labels of the pod of `helm test`, which are not those of the nodes that the Service selects. */ -}}
{{- define "rollcall.testLabels" -}}
app.kubernetes.io/name: {{ include "rollcall.name" . }}-test
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "rollcall.labels" -}}
{{ include "rollcall.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "rollcall.image" -}}
{{- $tag := .Values.image.tag | default .Chart.AppVersion -}}
{{- .Values.image.repository }}:{{ $tag }}{{ with .Values.image.digest }}@{{ . }}{{ end -}}
{{- end -}}

{{- define "rollcall.serviceAccountName" -}}
{{- .Values.serviceAccount.name | default (ternary (include "rollcall.fullname" .) "default" .Values.serviceAccount.create) -}}
{{- end -}}

{{- /* The Secret with the keys secret-key and metrics-token. */ -}}
{{- define "rollcall.secretName" -}}
{{- .Values.secrets.existingSecret | default (include "rollcall.fullname" .) -}}
{{- end -}}

{{- /* Whether there is a mail server. */ -}}
{{- define "rollcall.hasMail" -}}
{{- if or .Values.mail.existingSecret .Values.mail.smtpUrl -}}true{{- end -}}
{{- end -}}

{{- /* The address of the web app. Where the chart does not provide TLS, only the operator knows whether something in front does. */ -}}
{{- define "rollcall.publicUrl" -}}
{{- if .Values.config.publicUrl -}}
{{- .Values.config.publicUrl -}}
{{- else if and .Values.ingress.enabled .Values.ingress.tlsSecret -}}
https://{{ .Values.ingress.host }}
{{- end -}}
{{- end -}}

{{- define "rollcall.podSecurityContext" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "rollcall.securityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
privileged: false
capabilities: { drop: [ALL] }
{{- end -}}

{{- define "rollcall.checkValues" -}}
{{- if and .Values.database.url .Values.database.existingSecret -}}
{{- fail "Set database.existingSecret or database.url, not both." -}}
{{- end -}}
{{- if not (or .Values.database.url .Values.database.existingSecret) -}}
{{- fail "Rollcall needs a PostgreSQL of yours: set database.existingSecret to a Secret with its address, or database.url." -}}
{{- end -}}
{{- if and .Values.secrets.existingSecret (or .Values.secrets.secretKey .Values.secrets.metricsToken) -}}
{{- fail "Set secrets.existingSecret, or secrets.secretKey and secrets.metricsToken, not both." -}}
{{- end -}}
{{- if and .Values.mail.existingSecret .Values.mail.smtpUrl -}}
{{- fail "Set mail.existingSecret or mail.smtpUrl, not both." -}}
{{- end -}}
{{- if and (include "rollcall.hasMail" .) (not (and .Values.mail.from (include "rollcall.publicUrl" .))) -}}
{{- fail "A mail server needs mail.from, the sender, and config.publicUrl, the address of the web app in links (by default that of ingress with TLS)." -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.host) -}}
{{- fail "ingress.enabled needs ingress.host: the service needs a host name of its own." -}}
{{- end -}}
{{- if and .Values.httpRoute.enabled (not (and .Values.httpRoute.host .Values.httpRoute.parentRefs)) -}}
{{- fail "httpRoute.enabled needs httpRoute.host and httpRoute.parentRefs." -}}
{{- end -}}
{{- end -}}
