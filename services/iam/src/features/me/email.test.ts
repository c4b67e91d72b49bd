import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apiAs, type Api } from '../../testing/api.ts'
import { deliver, mailsTo, startMailingIam, type MailingIam } from '../../testing/mailbox.ts'
import { signInAs } from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { password, userIds, world } from '../../testing/world.ts'

let iam: MailingIam
let employee: Api
let manager: Api
const wanted = 'Employee@home.example'

beforeAll(async () => {
  iam = await startMailingIam()
  await iam.seed(world)
  employee = await apiAs(iam.url, 'employee')
  manager = await apiAs(iam.url, 'manager')
})
afterAll(() => iam.stop())

beforeEach(async () => {
  const { db } = iam.deps
  for (const table of ['mails', 'account_links', 'sign_in_budgets', 'sign_in_attempts'])
    await sql`delete from ${sql.table(table)}`.execute(db)
  await sql`update users set email = username || '@acme.example', email_verified_at = null`.execute(
    db,
  )
  iam.mails.mails.length = 0
})

const ask = (api: Api, email: string) =>
  api('PUT', '/me/email', { email, currentPassword: password })

/** The code in the last mail to an address. */
async function codeTo(address: string): Promise<string> {
  await deliver(iam)
  const text = mailsTo(iam, address).at(-1)?.text ?? ''
  return /^[A-Z2-9]{4}-[A-Z2-9]{4}$/m.exec(text)?.[0] ?? ''
}

const confirm = (api: Api, code: string) => api('POST', '/me/email/confirmation', { code })

describe('an address', () => {
  it('[V6.6.2] is mine when I type the code that was sent to it, and not before', async () => {
    const asked = await ask(employee, wanted)
    expect(asked.status).toBe(202)
    expect(asked.body).toMatchObject({
      email: 'employee@acme.example',
      verified: false,
      pending: { email: wanted },
      canVerify: true,
    })
    const code = await codeTo(wanted)
    expect((await confirm(employee, 'AAAA-AAAA')).body.code).toBe('iam.email_code_wrong')
    expect((await confirm(manager, code)).status).toBe(422)
    const confirmed = await confirm(employee, code.toLowerCase().replace('-', ' '))
    expect(confirmed.body).toMatchObject({ email: wanted, verified: true, pending: null })
    expect((await confirm(employee, code)).status).toBe(422)
    const admin = await apiAs(iam.url, 'admin')
    const { body } = await admin('GET', `/users/${userIds.employee}`)
    expect(body).toMatchObject({ email: wanted, emailVerified: true })
  })

  it('is told to applications as proven once it is, and not before', async () => {
    const claims = async () => {
      const { tokens } = await signInAs(iam.url, 'employee', {
        parameters: { scope: 'openid email' },
      })
      const response = await fetch(`${iam.url}/userinfo`, {
        headers: { authorization: `Bearer ${tokens.access_token}` },
      })
      const { email, email_verified: verified } = (await response.json()) as Record<string, unknown>
      return { email, verified }
    }
    expect(await claims()).toEqual({ email: 'employee@acme.example', verified: false })
    await ask(employee, wanted)
    await confirm(employee, await codeTo(wanted))
    expect(await claims()).toEqual({ email: wanted, verified: true })
  })

  it('[V7.5.1] asks for the password, since mails to it lead to a new one', async () => {
    const answer = await employee('PUT', '/me/email', { email: wanted, currentPassword: 'wrong' })
    expect(answer.body.code).toBe('iam.password_wrong')
    expect((await employee('PUT', '/me/email', { email: wanted })).status).toBe(403)
    await deliver(iam)
    expect(iam.mails.mails).toEqual([])
  })

  it('is proven by one account, of two that know their codes at once by one', async () => {
    await Promise.all([ask(employee, wanted), ask(manager, wanted.toLowerCase())])
    const codes = [await codeTo(wanted), await codeTo(wanted.toLowerCase())]
    const answers = await Promise.all([
      confirm(employee, codes[0] ?? ''),
      confirm(manager, codes[1] ?? ''),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('iam.email_taken')
  })

  it('that somebody else has proven is asked for like any other', async () => {
    await ask(employee, wanted)
    await confirm(employee, await codeTo(wanted))
    const shape = ({ status, body }: Awaited<ReturnType<Api>>) => ({
      status,
      members: Object.keys(body),
    })
    const [taken, free] = [await ask(manager, wanted), await ask(manager, 'free@home.example')]
    expect(shape(taken)).toEqual(shape(free))
  })

  it('that is left is told of it, and is not proven any more when an administrator changes it', async () => {
    await ask(employee, wanted)
    await confirm(employee, await codeTo(wanted))
    await ask(employee, 'next@home.example')
    await confirm(employee, await codeTo('next@home.example'))
    await deliver(iam)
    expect(mailsTo(iam, wanted).at(-1)?.text).toContain('go to next@home.example from now on')
    const admin = await apiAs(iam.url, 'admin')
    const path = `/users/${userIds.employee}`
    const same = await admin('PATCH', path, { email: 'NEXT@home.example' })
    expect(same.body['emailVerified']).toBe(true)
    const other = await admin('PATCH', path, { email: 'typed@home.example' })
    expect(other.body['emailVerified']).toBe(false)
  })

  it('gets five mails, whoever causes them', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 4; i++) statuses.push((await ask(employee, wanted)).status)
    for (let i = 0; i < 3; i++) statuses.push((await ask(manager, wanted)).status)
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429])
  })

  it('[V6.6.3] is guessed at a few times: then one waits', async () => {
    await ask(employee, wanted)
    const statuses: number[] = []
    for (let i = 0; i < 8; i++) statuses.push((await confirm(employee, 'AAAA-AAAA')).status)
    expect(statuses.slice(0, 5)).toEqual([422, 422, 422, 422, 422])
    expect(statuses.at(-1)).toBe(429)
  })
})

it('is not asked for where no mail can be sent', async () => {
  const bare = await startFreshIam()
  try {
    await bare.seed(world)
    const api = await apiAs(bare.url, 'employee')
    expect((await api('GET', '/me/email')).body['canVerify']).toBe(false)
    expect((await ask(api, wanted)).body.code).toBe('iam.mail_unavailable')
  } finally {
    await bare.stop()
  }
})
