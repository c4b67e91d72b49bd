// What a gateway costs at least: the same HTTP server and client, and bytes that are passed on in both directions.
import { createServer } from 'node:http'
import { Pool } from 'undici'

const pool = new Pool(process.env['UPSTREAM'] ?? '', { connections: 128, pipelining: 1 })

const server = createServer((request, response) => {
  const { method = 'GET', url: path = '/', headers } = request
  const body = method === 'GET' ? null : request
  pool
    .stream({ method, path, headers, body }, (answered) => {
      response.writeHead(answered.statusCode, answered.headers)
      return response
    })
    .catch(() => response.destroy())
})
server.listen(Number(process.env['PORT']), '127.0.0.1')
