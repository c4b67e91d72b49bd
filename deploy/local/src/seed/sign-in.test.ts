import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { signIn } from './sign-in.ts'

it('does not type a password into what is no page', async () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const baseUrl = `http://${request.headers.host ?? ''}`
    const isDiscovery = request.url?.startsWith('/.well-known/') === true
    if (!isDiscovery) asked.push(`${request.method} ${request.url?.split('?')[0]}`)
    response.writeHead(isDiscovery ? 200 : 503, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({ issuer: baseUrl, authorization_endpoint: `${baseUrl}/oauth2/authorize` }),
    )
  })
  const baseUrl = await new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
    })
  })
  onTestFinished(() => void server.close())
  const attempt = signIn({
    baseUrl,
    clientId: 'console',
    redirectUri: `${baseUrl}/back`,
    username: 'employee',
    password: 'secret',
  })
  await expect(attempt).rejects.toMatchObject({ name: 'UnexpectedAnswer', status: 503 })
  expect(asked).toEqual(['GET /oauth2/authorize'])
})
