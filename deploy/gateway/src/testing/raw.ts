import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Writes bytes as they are and reads until the gateway closes the connection. */
export async function sendRaw(baseUrl: string, text: string): Promise<string> {
  const socket = await openRaw(baseUrl)
  socket.write(text)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  return answer
}

export async function openRaw(baseUrl: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(baseUrl).port) })
  await once(socket, 'connect')
  return socket
}
