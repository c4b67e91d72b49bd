import { setTimeout as delay } from 'node:timers/promises'
import type { Plan } from '@countersign/local/plan'
import type { Ledger } from '../workload/ledger.ts'
import { createPeople, type People } from '../workload/people.ts'
import type { Directory } from './directory.ts'

/** What an organisation has of its own: the client of an application, and a directory. */
export interface Organisation {
  /** The application uses a second secret from now on, the administrator removes the first. */
  readonly changeClientSecret: () => Promise<readonly string[]>
  /** The administrator enters the second account, the directory removes the first. */
  readonly changeDirectoryAccount: () => Promise<readonly string[]>
  readonly stop: () => Promise<void>
}

const everyMs = 500

/**
 * Starts an application that asks for a token with its secret, and an administrator who has the directory asked with
 * its account, again and again: what does not succeed is noted in the ledger.
 */
export async function startOrganisation(
  plan: Plan,
  ledger: Ledger,
  directory: Directory,
): Promise<Organisation> {
  const { iam } = createPeople(plan, ledger).as('admin')
  const client = await iam.createClient({
    body: { type: 'SERVICE', name: 'Application of the drill', scopes: ['bpm.instance.read'] },
  })
  const provider = await iam.createIdentityProvider({
    body: {
      kind: 'ldap',
      name: 'Directory of the drill',
      url: directory.url,
      ...directory.first,
      baseDn: directory.baseDn,
      idAttribute: 'entryUUID',
    },
  })
  const first = client.clientSecret ?? ''
  let secret = first
  const note = (what: string, answer: string | undefined) => {
    if (answer !== undefined) ledger.note(`${what}: ${answer}`)
  }
  const working = [
    repeat(async () =>
      note('token of the application', await findRefusal(plan, client.clientId, secret)),
    ),
    repeat(async () => note('check of the directory', await findSilence(iam, provider.id))),
  ]
  return {
    async changeClientSecret() {
      const path = { id: client.id }
      const { items } = await iam.listSecrets({ path })
      const added = await iam.addSecret({ path })
      secret = added.clientSecret ?? ''
      await delay(4 * everyMs)
      for (const { id } of items) await iam.removeSecret({ path: { ...path, secretId: id } })
      const refusal = await findRefusal(plan, client.clientId, first)
      return refusal === '401' ? [] : [`the application's old secret is answered ${refusal}`]
    },
    async changeDirectoryAccount() {
      const path = { id: provider.id }
      await iam.changeIdentityProvider({ path, body: directory.second })
      await delay(4 * everyMs)
      await directory.remove(directory.first)
      const silence = await findSilence(iam, provider.id)
      return silence === undefined ? [] : [`the directory cannot be asked: ${silence}`]
    },
    async stop() {
      for (const each of working) await each.stop()
    },
  }
}

/** Does something again and again until it is told to stop. */
function repeat(work: () => Promise<void>): { readonly stop: () => Promise<void> } {
  let isOver = false
  const going = (async () => {
    while (!isOver) {
      await work()
      await delay(everyMs)
    }
  })()
  return {
    async stop() {
      isOver = true
      await going
    },
  }
}

/** The status of a token request that is no success; undefined when there is a token. */
async function findRefusal(
  { platform }: Plan,
  clientId: string,
  secret: string,
): Promise<string | undefined> {
  try {
    const { status, ok, body } = await fetch(`${platform.baseUrl}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    await body?.cancel()
    return ok ? undefined : String(status)
  } catch (error) {
    return String(error)
  }
}

async function findSilence(
  iam: ReturnType<People['as']>['iam'],
  id: string,
): Promise<string | undefined> {
  try {
    const { reachable, problem } = await iam.checkIdentityProvider({ path: { id } })
    return reachable ? undefined : String(problem)
  } catch (error) {
    return String(error)
  }
}
