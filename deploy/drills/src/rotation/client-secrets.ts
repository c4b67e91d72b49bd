import { clientOf, type Plan } from '@countersign/local/plan'
import { runCommand } from './commands.ts'

const purposes = ['workflow', 'document', 'gateway'] as const
type Purpose = (typeof purposes)[number]

interface Changed {
  readonly purpose: Purpose
  readonly clientId: string
  readonly oldId: string
  readonly secret: string
}

/** A second secret for each client of the platform. */
export async function addSecrets(plan: Plan): Promise<readonly Changed[]> {
  const changed: Changed[] = []
  for (const purpose of purposes) {
    const { clientId } = clientOf(plan.platform, purpose)
    const of = ['--client-id', clientId]
    const [old] = JSON.parse(await runCommand(plan, 'iam', ['secret', 'list', ...of])) as {
      id: string
    }[]
    const added = JSON.parse(await runCommand(plan, 'iam', ['secret', 'add', ...of])) as {
      clientSecret: string
    }
    changed.push({ purpose, clientId, oldId: old?.id ?? '', secret: added.clientSecret })
  }
  return changed
}

/** Takes the old ones away; one that still gives a token is a fault. */
export async function removeOldSecrets(
  plan: Plan,
  changed: readonly Changed[],
  settings: NodeJS.ProcessEnv,
): Promise<readonly string[]> {
  const faults: string[] = []
  for (const { purpose, clientId, oldId } of changed) {
    const words = ['secret', 'remove', '--client-id', clientId, '--id', oldId]
    await runCommand(plan, 'iam', words, settings)
    const authorization = `Basic ${btoa(`${clientId}:${plan.secrets.clients[purpose]}`)}`
    const { status } = await fetch(`${plan.platform.baseUrl}/oauth2/token`, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    if (status !== 401) faults.push(`the old secret of ${clientId} is answered ${status}`)
  }
  return faults
}
