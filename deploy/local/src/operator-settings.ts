const names = {
  iam: ['FEDERATION_ORIGINS'],
  bpm: ['SMTP_URL', 'MAIL_FROM', 'MAIL_LANGUAGE', 'MAIL_PER_SECOND'],
  dms: [
    'CLAMD_URL',
    'AUDIT_SIGNING_KEY',
    'UPLOAD_MEMORY_MIB',
    'PREVIEW_WORKERS',
    'PREVIEW_ISOLATION',
  ],
} as const

/** What an operator has set for a service, each as such or as the file that holds it. */
export type OperatorSettings = Readonly<Record<keyof typeof names, NodeJS.ProcessEnv>>

/** Picks what the services do without unless somebody sets it; they check it themselves. */
export function readOperatorSettings(env: NodeJS.ProcessEnv): OperatorSettings {
  const pick = (service: keyof typeof names): NodeJS.ProcessEnv =>
    Object.fromEntries(
      names[service]
        .flatMap((name) => [name, `${name}_FILE`])
        .flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
    )
  return { iam: pick('iam'), bpm: pick('bpm'), dms: pick('dms') }
}
