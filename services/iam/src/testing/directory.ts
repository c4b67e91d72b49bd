import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '@countersign/test-kit/optional-tools'
import { findFreePort } from '@countersign/test-kit/ports'
import { vi } from 'vitest'

const run = promisify(execFile)

export const suffix = 'dc=corp,dc=example'
export const serviceDn = `cn=countersign,${suffix}`
export const servicePassword = 'the password of the service'
/** What everybody else in the directory has. */
export const directoryPassword = 'a password of the directory'

export const entryIds = {
  alice: '11111111-1111-4111-8111-111111111111',
  bob: '22222222-2222-4222-8222-222222222222',
  twin: '33333333-3333-4333-8333-333333333333',
} as const

/** Of an entry as Active Directory has them: bytes that are no text. */
export const objectGuid = '00ff80c3289a4f0ea1b2c3d4e5f60718'

const person = (uid: keyof typeof entryIds, mail: string, extra = '') => `
dn: uid=${uid},ou=people,${suffix}
objectClass: inetOrgPerson
uid: ${uid}
cn: ${uid} of Corp
sn: Corp
mail: ${mail}
userPassword: ${directoryPassword}
entryUUID: ${entryIds[uid]}
${extra}`

const entries = `dn: ${suffix}
objectClass: dcObject
objectClass: organization
o: Corp
dc: corp

dn: ${serviceDn}
objectClass: applicationProcess
objectClass: simpleSecurityObject
cn: countersign
userPassword: ${servicePassword}

dn: ou=people,${suffix}
objectClass: organizationalUnit
ou: people
${person('alice', 'admin@acme.example')}
${person('bob', 'bob@corp.example', 'employeeNumber: 7\n')}
${person('twin', 'twin@corp.example', 'employeeNumber: 7\n')}
dn: cn=Wei (HQ),ou=people,${suffix}
objectClass: inetOrgPerson
objectClass: user
cn: Wei (HQ)
sn: Corp
sAMAccountName: wei
objectGUID:: ${Buffer.from(objectGuid, 'hex').toString('base64')}
userPassword: ${directoryPassword}

dn: ou=elsewhere,${suffix}
objectClass: referral
objectClass: extensibleObject
ou: elsewhere
ref: ldap://127.0.0.1:9/ou=elsewhere,${suffix}
`

const settings = (folder: string) => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID' SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.221 NAME 'sAMAccountName' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
objectclass ( 1.2.840.113556.1.5.9 NAME 'user' SUP top AUXILIARY MAY ( objectGUID $ sAMAccountName ) )
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/slapd.pid
# Says yes to a name without a password, as RFC 4513 section 5.1.2 allows and warns about.
allow bind_anon_cred bind_anon_dn
TLSCertificateFile ${folder}/server.pem
TLSCertificateKeyFile ${folder}/server.key
database mdb
maxsize 16777216
suffix "${suffix}"
rootdn "cn=root,${suffix}"
directory ${folder}/data
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${serviceDn}" read by * none
`

export interface TestDirectory {
  readonly url: string
  readonly secureUrl: string
  /** Certificate of who vouches for the server, PEM. */
  readonly ca: string
  readonly stop: () => Promise<void>
}

/** OpenLDAP's server with a few people, over plain connections and TLS. */
export async function startDirectory(): Promise<TestDirectory> {
  const slapd = findProgram('slapd', process.env)
  if (slapd === undefined) throw new Error('there is no slapd')
  const folder = await mkdtemp(join(tmpdir(), 'directory-'))
  await makeCertificates(folder)
  await mkdir(join(folder, 'data'))
  const config = join(folder, 'slapd.conf')
  const ldif = join(folder, 'people.ldif')
  await writeFile(config, settings(folder))
  await writeFile(ldif, entries)
  await run(join(dirname(slapd), 'slapadd'), ['-q', '-f', config, '-l', ldif])
  const [port, securePort] = [await findFreePort(), await findFreePort()]
  const url = `ldap://127.0.0.1:${port}`
  const secureUrl = `ldaps://127.0.0.1:${securePort}`
  const server = spawn(slapd, ['-f', config, '-h', `${url} ${secureUrl}`, '-d', '0'], {
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  await vi.waitFor(() => answers(port), { timeout: 60_000, interval: 50 })
  return {
    url,
    secureUrl,
    ca: await readFile(join(folder, 'ca.pem'), 'utf8'),
    stop: async () => {
      server.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function makeCertificates(folder: string): Promise<void> {
  const at = (name: string) => join(folder, name)
  const keys = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const certify = (name: string, options: readonly (readonly [string, string])[]) => {
    const files = ['-keyout', at(`${name}.key`), '-out', at(`${name}.pem`)]
    return run('openssl', ['req', '-x509', ...keys, ...files, '-days', '2', ...options.flat()])
  }
  await certify('ca', [['-subj', '/CN=Corp CA']])
  await certify('server', [
    ['-subj', '/CN=directory'],
    ['-CA', at('ca.pem')],
    ['-CAkey', at('ca.key')],
    ['-addext', 'subjectAltName=IP:127.0.0.1'],
    ['-addext', 'basicConstraints=critical,CA:false'],
  ])
}

function answers(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve()
    })
    socket.once('error', reject)
  })
}
