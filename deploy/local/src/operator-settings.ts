const mail = ['SMTP_URL', 'MAIL_FROM', 'MAIL_LANGUAGE', 'MAIL_PER_SECOND'] as const

const audit = [
  'AUDIT_SIGNING_KEY',
  'AUDIT_ANCHOR',
  'AUDIT_ANCHOR_ACCESS_KEY',
  'AUDIT_ANCHOR_SECRET_KEY',
  'AUDIT_ANCHOR_SECONDS',
] as const

/** All but `OTEL_SERVICE_NAME`, which would call them all the same. */
const tracing = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_SDK_DISABLED',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
] as const

const signIn = ['FEDERATION_ORIGINS', 'INITIAL_PASSWORD_HOURS', 'SESSION_IDLE_MINUTES'] as const

const push = ['VAPID_KEYS', 'VAPID_SUBJECT', 'PUSH_ORIGINS'] as const

const previews = ['PREVIEW_WORKERS', 'PREVIEW_ISOLATION'] as const

const names = {
  iam: [...signIn, ...mail, ...audit, ...tracing],
  bpm: ['BPM_PRIVATE_CALLBACKS', ...push, ...mail, ...audit, ...tracing],
  dms: ['CLAMD_URL', 'UPLOAD_MEMORY_MIB', ...previews, ...audit, ...tracing],
  gateway: tracing,
} as const

/** What an operator has set for a program, each as such or as the file that holds it. */
export type OperatorSettings = Readonly<Record<keyof typeof names, NodeJS.ProcessEnv>>

/** Picks what the services do without unless somebody sets it; they check it themselves. */
export function readOperatorSettings(env: NodeJS.ProcessEnv): OperatorSettings {
  const pick = (service: keyof typeof names): NodeJS.ProcessEnv =>
    Object.fromEntries(
      names[service]
        .flatMap((name) => [name, `${name}_FILE`])
        .flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
    )
  return { iam: pick('iam'), bpm: pick('bpm'), dms: pick('dms'), gateway: pick('gateway') }
}
