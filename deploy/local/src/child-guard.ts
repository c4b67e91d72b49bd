/**
 * Loaded into every child before its program. It ends the child when the launcher asks or is gone,
 * by the same path as SIGTERM, also where there are no signals, so that nothing is orphaned.
 */
function stop(): void {
  // Before the program has taken the signal over there is nothing to finish.
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143)
}

process.on('message', (message) => {
  if (message === 'stop') stop()
})
process.on('disconnect', stop)
// The channel alone keeps no process running.
process.channel?.unref()
