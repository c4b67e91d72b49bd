import { iam, unwrap } from '../../../api/clients.ts'

/** What somebody says who closes the browser's own question. */
export class PasskeyRefused extends Error {
  constructor(cause: unknown) {
    super('The browser made no passkey', { cause })
    this.name = 'PasskeyRefused'
  }
}

export const canMakePasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis &&
  'parseCreationOptionsFromJSON' in globalThis.PublicKeyCredential

/**
 * Lets the browser make a passkey and tells the identity service. Answers the recovery codes when
 * these are the first.
 *
 * @throws {@link PasskeyRefused} when the browser or its owner would not.
 */
export async function makePasskey(options: {
  readonly currentPassword: string
  readonly name: string
}): Promise<readonly string[] | undefined> {
  const { currentPassword, name } = options
  const offered = await unwrap(
    iam.POST('/api/iam/v1/me/mfa/passkeys/options', { body: { currentPassword } }),
  )
  const response = await create(offered.options)
  const { recoveryCodes } = await unwrap(
    iam.POST('/api/iam/v1/me/mfa/passkeys', {
      // The browser's own JSON of a credential; the service checks every part of it.
      body: { name, response: response as never },
    }),
  )
  return recoveryCodes
}

async function create(options: unknown): Promise<unknown> {
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      // As the service made them for this very function.
      options as PublicKeyCredentialCreationOptionsJSON,
    )
    const made = await navigator.credentials.create({ publicKey })
    if (!(made instanceof PublicKeyCredential)) throw new TypeError('no public key')
    return made.toJSON()
  } catch (error) {
    throw new PasskeyRefused(error)
  }
}
