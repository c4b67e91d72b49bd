import { Type } from 'typebox'
import { isForeignKeyViolation, isUniqueViolation } from '@countersign/service-kit/db'
import { asActor, asSoleActor, asSoleActorOn, doneBy } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import { lockOwnAccount, makeMember } from '../../accounts/make-account.ts'
import { endMembership } from '../../accounts/place-member.ts'
import type { Db, Tx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import { deleteMatchedLinks } from '../federation/matched-link-queries.ts'
import { endSessionsOf } from '../../accounts/session-queries.ts'
import { findUser, updateUser, type UserChanges } from '../../accounts/user-queries.ts'
import { CreateUserBody } from '../../schema.ts'
import { Emails, findPrimary, planEmail } from './emails.ts'
import { ScimError } from './error.ts'
import { lazyGuard } from './guard.ts'
import { findExternalId, setExternalId, type ScimUserRow } from './queries.ts'
import { readOperations, type Operation } from './patch.ts'

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]))

// Attributes that nobody keeps here may be there (RFC 7644 section 3.3).
const isUser = lazyGuard(
  Type.Object({
    userName: Type.String(),
    externalId: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 255 }), Type.Null()]),
    ),
    displayName: Text,
    name: Type.Optional(Type.Object({ formatted: Text, givenName: Text, familyName: Text })),
    emails: Type.Optional(Emails),
    active: Type.Optional(Type.Boolean()),
  }),
)
const canBeMade = lazyGuard(CreateUserBody)

interface Wanted {
  readonly external_id: string | null
  readonly display_name: string
  readonly email: string | null
  readonly status: 'active' | 'disabled'
}

export const toScimUser = (row: ScimUserRow, base: string) => ({
  schemas: [userSchema],
  id: row.id,
  ...(row.externalId === null ? {} : { externalId: row.externalId }),
  userName: row.username,
  displayName: row.displayName,
  name: { formatted: row.displayName },
  emails: row.email === null ? [] : [{ value: row.email, primary: true }],
  active: row.status === 'active',
  meta: {
    resourceType: 'User',
    created: row.createdAt.toISOString(),
    lastModified: row.updatedAt.toISOString(),
    location: `${base}/Users/${row.id}`,
  },
})

/** Makes an account without a password and its membership, both or neither. */
export async function createScimUser(
  deps: Deps,
  claimant: Claimant,
  resource: unknown,
): Promise<ScimUserRow> {
  const { username, wanted } = readUser(resource)
  const { db, now } = deps
  return asActor(db, claimant, async (tx, actor) => {
    const { display_name: displayName, email, status } = wanted
    const user = { username, displayName, ...(email === null ? {} : { email }) }
    const { external_id: externalId } = wanted
    const body = { ...user, mustChangePassword: false }
    const id = await makeMember(tx, actor, body, undefined, now(), { externalId, status })
    if (status === 'disabled') await updateUser(tx, id, { status }, now())
    if (externalId !== null) await giveExternalId(tx, actor.tenantId, id, externalId)
    return getScimUser(tx, actor.tenantId, id)
  })
}

export function replaceScimUser(
  deps: Deps,
  claimant: Claimant,
  id: string,
  body: unknown,
): Promise<ScimUserRow> {
  const { username, wanted } = readUser(body)
  return provisionUser(deps, claimant, id, (present) => {
    if (username !== present.username) throw fixedName()
    return wanted
  })
}

export function patchScimUser(
  deps: Deps,
  claimant: Claimant,
  id: string,
  body: unknown,
): Promise<ScimUserRow> {
  const operations = readOperations(body, id)
  return provisionUser(deps, claimant, id, (present) => applyAll(present, operations))
}

/**
 * Changes of one account take turns, and what one does not name stays as the one before left it: who was disabled
 * meanwhile is not enabled by a new name.
 *
 * Kept by: services/iam/src/features/scim/patch.test.ts "what was changed meanwhile"
 */
function provisionUser(
  { db, now }: Deps,
  claimant: Claimant,
  id: string,
  plan: (present: ScimUserRow) => Wanted,
): Promise<ScimUserRow> {
  return asSoleActorOn(db, claimant, id, async (tx, actor) => {
    const { tenantId } = actor
    const account = await lockOwnAccount(tx, actor, id)
    const present = { ...account, externalId: await findExternalId(tx, tenantId, id) }
    const [before, after] = [keptOf(present), plan(present)]
    await updateUser(tx, id, changesOf(before, after), now())
    const { external_id: externalId, status } = after
    if (externalId !== before.external_id) await giveExternalId(tx, tenantId, id, externalId)
    if (status === 'disabled') await endSessionsOf(tx, id)
    const entry = doneBy(actor, 'user.provisioned', 'user', id, { before, after })
    await insertAuditEvent(tx, entry, now())
    return getScimUser(tx, tenantId, id)
  })
}

const keptOf = ({ externalId, displayName, email, status }: ScimUserRow): Wanted => ({
  external_id: externalId,
  display_name: displayName,
  email,
  status,
})

const changesOf = (before: Wanted, { display_name, email, status }: Wanted): UserChanges => ({
  ...(display_name === before.display_name ? {} : { display_name }),
  ...(email === before.email ? {} : { email }),
  ...(status === before.status ? {} : { status }),
})

// Who came in by the earlier id does so no more.
async function giveExternalId(
  tx: Tx,
  tenantId: string,
  userId: string,
  externalId: string | null,
): Promise<void> {
  await deleteMatchedLinks(tx, tenantId, userId)
  try {
    await setExternalId(tx, tenantId, userId, externalId)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new ScimError('uniqueness', 'another user has the externalId', 409)
  }
}

/** The membership ends; the account stays, with nothing it may sign in to here. */
export async function removeScimUser(
  { db, now }: Deps,
  claimant: Claimant,
  id: string,
): Promise<void> {
  try {
    await asSoleActor(db, claimant, (tx, actor) => endMembership(tx, actor, id, undefined, now()))
  } catch (error) {
    if (isForeignKeyViolation(error)) throw problems.member_leads()
    throw error
  }
}

export async function getScimUser(db: Db, tenantId: string, id: string): Promise<ScimUserRow> {
  const row = await findUser(db, tenantId, id)
  if (row === undefined) throw problems.not_found()
  return { ...row, externalId: await findExternalId(db, tenantId, id) }
}

function readUser(body: unknown): { username: string; wanted: Wanted } {
  if (!isUser(body)) throw new ScimError('invalidSyntax', 'is no User resource')
  const { name } = body
  const username = body.userName.toLowerCase()
  const display = body.displayName ?? name?.formatted ?? joinName(name?.givenName, name?.familyName)
  return {
    username,
    wanted: checkWanted(username, {
      external_id: body.externalId ?? null,
      display_name: display === '' ? username : display,
      email: findPrimary(body.emails ?? [])?.value ?? null,
      status: body.active === false ? 'disabled' : 'active',
    }),
  }
}

const joinName = (...parts: readonly unknown[]) =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(' ')

function checkWanted(username: string, wanted: Wanted): Wanted {
  const { display_name: displayName, email } = wanted
  const user = { username, displayName, ...(email === null ? {} : { email }) }
  if (!canBeMade(user))
    throw new ScimError(
      'invalidValue',
      'userName, displayName or emails do not have the right form',
    )
  return wanted
}

const fixedName = () => new ScimError('mutability', 'userName cannot change')

function applyAll(present: ScimUserRow, operations: readonly Operation[]): Wanted {
  const { username } = present
  const wanted = operations.reduce(
    (state, operation) => applyToUser(username, state, operation),
    keptOf(present),
  )
  // Its parts are taken when there is no other name to show, as when somebody is made.
  const [given, family] = ['name.givenname', 'name.familyname'].map(
    (part) => operations.findLast(({ op, path }) => path === part && op !== 'remove')?.value,
  )
  const name = wanted.display_name === username ? joinName(given, family) : ''
  return checkWanted(username, name === '' ? wanted : { ...wanted, display_name: name })
}

function applyToUser(username: string, state: Wanted, operation: Operation): Wanted {
  const { path, op, value } = operation
  const text = op === 'remove' ? undefined : value
  switch (path) {
    case 'active':
      return { ...state, status: readBoolean(text) ? 'active' : 'disabled' }
    case 'displayname':
    case 'name.formatted':
      if (typeof text !== 'string') throw new ScimError('invalidValue', `${path} is a text`)
      return { ...state, display_name: text }
    case 'name.givenname':
    case 'name.familyname':
      if (typeof (text ?? '') === 'string') return state
      throw new ScimError('invalidValue', `${path} is a text`)
    case 'emails':
    case 'emails.value':
      return { ...state, email: planEmail(state.email, operation) }
    case 'externalid':
      return { ...state, external_id: readExternalId(text) }
    case 'username':
      if (String(text).toLowerCase() === username) return state
      throw fixedName()
    default:
      throw new ScimError('invalidPath', `${path} is not kept`)
  }
}

function readExternalId(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string' && value.length <= 255) return value
  throw new ScimError('invalidValue', 'externalId is a text')
}

// Some directories send texts.
function readBoolean(value: unknown): boolean {
  const text = String(value).toLowerCase()
  if (text !== 'true' && text !== 'false')
    throw new ScimError('invalidValue', 'active is a boolean')
  return text === 'true'
}
