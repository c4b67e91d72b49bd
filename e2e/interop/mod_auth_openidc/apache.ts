import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { vi } from 'vitest'
import type { Applications } from '../applications.ts'

const apache = '/usr/sbin/apache2'
const modules = ['mpm_prefork', 'authn_core', 'authz_core', 'authz_user', 'env', 'headers']

/** The server, whatever it serves. */
const serverOf = (folder: string, modulePath: string, origin: string): string => {
  const load = modules.map(
    (name) => `LoadModule ${name}_module ${join(dirname(modulePath), `mod_${name}.so`)}`,
  )
  return `${load.join('\n')}
LoadModule auth_openidc_module ${modulePath}
ServerRoot ${folder}
DefaultRuntimeDir ${folder}
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
LogLevel warn auth_openidc:warn
DocumentRoot ${folder}/pages
ServerName ${new URL(origin).hostname}
Listen ${new URL(origin).host}
# As root it serves as somebody who may do nothing else; anybody else serves as who they are.
User nobody
Group nogroup
`
}

const clientOf = (applications: Applications): string => `
OIDCProviderMetadataURL ${applications.issuer}/.well-known/openid-configuration
OIDCClientID ${applications.clientId}
# A public client.
OIDCProviderTokenEndpointAuth none
OIDCPKCEMethod S256
OIDCScope "${applications.scope}"
OIDCRedirectURI ${applications.redirectUri}
OIDCCryptoPassphrase ${randomBytes(16).toString('hex')}
OIDCInfoHook userinfo access_token refresh_token
OIDCPassIDTokenAs claims serialized
# As a resource server it asks the platform: it takes a JwksUri on https alone.
OIDCOAuthServerMetadataURL ${applications.issuer}/.well-known/openid-configuration
OIDCOAuthClientID ${applications.serviceId}
OIDCOAuthClientSecret ${applications.serviceSecret}
OIDCOAuthRemoteUserClaim sub
`

const pages = `
<Location />
  AuthType openid-connect
  Require valid-user
  # Node's fetch says in Sec-Fetch-Mode that it is no browser; this is how the module tells else.
  OIDCUnAuthAction auth "%{HTTP:X-Requested-With} == 'XMLHttpRequest'"
  Header set X-Subject "%{OIDC_CLAIM_sub}e"
  Header set X-Id-Token "%{OIDC_id_token}e"
</Location>
<Location /resource>
  AuthType oauth20
  Require valid-user
  Header set X-Subject "expr=%{REMOTE_USER}"
</Location>
<Location /bye>
  AuthType None
  Require all granted
</Location>
`

/** Starts an Apache of its own in a folder of its own. */
export async function startApache(
  modulePath: string,
  applications: Applications,
): Promise<{ readonly log: () => Promise<string>; readonly stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-apache-'))
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'pages'))
  for (const page of ['me', 'resource', 'bye'])
    await writeFile(join(folder, 'pages', page), 'a page')
  const configuration = join(folder, 'httpd.conf')
  const server = serverOf(folder, modulePath, applications.origin)
  await writeFile(configuration, server + clientOf(applications) + pages)
  // At its end Apache signals its whole process group, which must not be ours.
  const child = spawn(apache, ['-f', configuration, '-D', 'FOREGROUND'], {
    stdio: 'inherit',
    detached: true,
  })
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`Apache ended with ${child.exitCode}`)
      await fetch(`${applications.origin}/bye`)
    },
    { timeout: 60_000, interval: 100 },
  )
  return {
    log: () => readFile(join(folder, 'error.log'), 'utf8'),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      await rm(folder, { recursive: true })
    },
  }
}
