// What a token costs at least: an HTTP server that signs one for whoever asks, and nothing else.
import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const header = encode({ alg: 'RS256', typ: 'at+jwt', kid: 'bench' })

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: 'http://127.0.0.1',
      sub: 'workflow',
      aud: 'http://127.0.0.1',
      client_id: 'workflow',
      scope: 'iam.internal',
      iat: now,
      exp: now + 600,
      jti: crypto.randomUUID(),
    }
    const input = `${header}.${encode(claims)}`
    const signature = sign('RSA-SHA256', Buffer.from(input), privateKey).toString('base64url')
    response.setHeader('content-type', 'application/json')
    const answer = { access_token: `${input}.${signature}`, token_type: 'Bearer', expires_in: 600 }
    response.end(JSON.stringify(answer))
  })
})
server.listen(Number(process.env['PORT']), '127.0.0.1')
