import { type Bucket, makeBucket } from './bucket.ts'
import { type Lab, openLab } from './lab.ts'
import { type S3Server, startS3Server } from './s3-server.ts'
import { makeSmallDisk, type SmallDisk } from './small-disk.ts'

const DISK_BYTES = 256 * 1024 ** 2

export interface ServerLab {
  readonly lab: Lab
  readonly disk: SmallDisk
  readonly server: S3Server
  readonly bucket: Bucket
  close(): Promise<void>
}

/** A lab beside an S3 server of its own on a small disk, so that the server can fail in every way. */
export async function openServerLab(program: string): Promise<ServerLab> {
  const lab = await openLab()
  const disk = await makeSmallDisk(DISK_BYTES)
  const server = await startS3Server(program, disk.path)
  const bucket = await makeBucket(server)
  return {
    lab,
    disk,
    server,
    bucket,
    close: async () => {
      await lab.stop()
      await bucket.drop()
      await server.kill()
      await disk.remove()
      await lab.close()
    },
  }
}
