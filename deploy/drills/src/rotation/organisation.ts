import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { clientOf, type Plan } from '@countersign/local/plan'
import { signIn } from '@countersign/local/seed/sign-in'
import type { Ledger } from '../workload/ledger.ts'
import { createPeople, type People } from '../workload/people.ts'
import type { Neighbours } from './neighbours.ts'

/** Something that an organisation rotates by itself, and that is used all the time. */
interface OwnSecret {
  /** The second secret is used from now on, the first is taken away. */
  readonly change: () => Promise<readonly string[]>
  readonly stop: () => Promise<void>
}

export interface Organisation {
  readonly application: OwnSecret
  readonly directory: OwnSecret
  readonly openid: OwnSecret
}

type Iam = ReturnType<People['as']>['iam']
/** Undefined: it succeeded. */
type Note = (answer: string | undefined) => void

const everyMs = 500

/** Its administrator enters a client, a directory and an OpenID provider; what does not succeed is noted in the ledger. */
export async function startOrganisation(
  plan: Plan,
  ledger: Ledger,
  { directory, openid }: Pick<Neighbours, 'directory' | 'openid'>,
): Promise<Organisation> {
  const { iam } = createPeople(plan, ledger).as('admin')
  const noteFor =
    (what: string): Note =>
    (answer) => {
      if (answer !== undefined) ledger.note(`${what}: ${answer}`)
    }
  return {
    application: await startApplication(plan, iam, noteFor('token of the application')),
    directory: await enterDirectory(iam, directory, noteFor('check of the directory')),
    openid: await enterOpenId(plan, iam, openid, noteFor('sign-in by the OpenID provider')),
  }
}

/** An application that asks for tokens with the secret of its client. */
async function startApplication(plan: Plan, iam: Iam, note: Note): Promise<OwnSecret> {
  const { id, clientId, clientSecret } = await iam.createClient({
    body: { type: 'SERVICE', name: 'Application of the drill', scopes: ['bpm.instance.read'] },
  })
  const first = clientSecret ?? ''
  let secret = first
  const asking = repeat(async () => note(await findRefusal(plan, clientId, secret)))
  return {
    async change() {
      const path = { id }
      const { items } = await iam.listSecrets({ path })
      const added = await iam.addSecret({ path })
      secret = added.clientSecret ?? ''
      await delay(4 * everyMs)
      for (const { id: secretId } of items) await iam.removeSecret({ path: { id, secretId } })
      const refusal = await findRefusal(plan, clientId, first)
      return refusal === '401' ? [] : [`the application's old secret is answered ${refusal}`]
    },
    stop: asking.stop,
  }
}

/** A directory that is asked with an account, as a sign-in asks it first. */
async function enterDirectory(
  iam: Iam,
  directory: Neighbours['directory'],
  note: Note,
): Promise<OwnSecret> {
  const { id } = await iam.createIdentityProvider({
    body: {
      kind: 'ldap',
      name: 'Directory of the drill',
      url: directory.url,
      ...directory.first,
      baseDn: directory.baseDn,
      idAttribute: 'entryUUID',
    },
  })
  const asking = repeat(async () => note(await findSilence(iam, id)))
  return {
    async change() {
      await iam.changeIdentityProvider({ path: { id }, body: directory.second })
      await delay(4 * everyMs)
      await directory.remove(directory.first)
      const silence = await findSilence(iam, id)
      return silence === undefined ? [] : [`the directory cannot be asked: ${silence}`]
    },
    stop: asking.stop,
  }
}

/** An OpenID provider by which somebody signs in, who gets an account at the first time. */
async function enterOpenId(
  plan: Plan,
  iam: Iam,
  openid: Neighbours['openid'],
  note: Note,
): Promise<OwnSecret> {
  const { issuer, clientId } = openid
  const [first, second] = [draw(), draw()]
  openid.admit(first)
  const name = 'OpenID of the drill'
  const { id, redirectUri } = await iam.createIdentityProvider({
    body: { kind: 'oidc', name, issuer, clientId, clientSecret: first, createAccounts: true },
  })
  openid.register(redirectUri)
  const asking = repeat(async () => note(await findRefusedSignIn(plan, name)))
  return {
    async change() {
      openid.admit(second)
      await iam.changeIdentityProvider({ path: { id }, body: { clientSecret: second } })
      await delay(4 * everyMs)
      openid.dismiss(first)
      const refusal = await findRefusedSignIn(plan, name)
      return [
        ...(refusal === undefined ? [] : [`nobody signs in by the OpenID provider: ${refusal}`]),
        ...(openid.takenWith(second) === 0 ? ['the OpenID provider saw no second secret'] : []),
      ]
    },
    stop: asking.stop,
  }
}

const draw = () => randomBytes(20).toString('hex')

/** What keeps somebody from signing in by a provider. */
async function findRefusedSignIn(
  { platform, secrets }: Plan,
  provider: string,
): Promise<string | undefined> {
  const { clientId, redirectUris = [] } = clientOf(platform, 'console')
  const [redirectUri = ''] = redirectUris
  const { baseUrl } = platform
  const tenantId = secrets.ids.demo
  return signIn({ baseUrl, clientId, redirectUri, tenantId, provider }).then(
    () => undefined,
    String,
  )
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

/** What keeps the directory from being asked. */
async function findSilence(iam: Iam, id: string): Promise<string | undefined> {
  try {
    const { reachable, problem } = await iam.checkIdentityProvider({ path: { id } })
    return reachable ? undefined : String(problem)
  } catch (error) {
    return String(error)
  }
}
