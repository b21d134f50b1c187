import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Reports the state of the service to systemd, if a unit of `Type=notify` started it; Node itself has no datagram sockets of Unix. */
export const notifySystemd = async (state: 'READY=1' | 'STOPPING=1'): Promise<void> => {
  if (!process.env.NOTIFY_SOCKET) return
  await promisify(execFile)('systemd-notify', [state]).catch((error: Error) =>
    console.error(`systemd cannot be notified (${state}): ${error.message}`),
  )
}
