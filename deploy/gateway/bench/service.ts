// What a service costs: an HTTP server that reads what it is sent and answers about as much as a list of tasks.
import { createServer } from 'node:http'

const answer = JSON.stringify({
  items: Array.from({ length: 10 }, (_, id) => ({
    id,
    title: 'An approval to be decided',
    amount: '1,280.00',
  })),
})
const length = String(Buffer.byteLength(answer))

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': length })
    response.end(answer)
  })
})
server.keepAliveTimeout = 60_000
server.listen(Number(process.env['PORT']), '127.0.0.1')
