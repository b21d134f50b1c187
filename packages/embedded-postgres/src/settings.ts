/**
 * What differs from PostgreSQL's defaults: room for steady ingest on a small machine. Durability stays at the
 * defaults (fsync and synchronous_commit on), because accepted data must survive a crash.
 */
const TUNING: Record<string, string> = {
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  // Files of the log are used again. While a new one is made, about 60 ms for 16 MB, nothing is committed.
  min_wal_size: '1GB',
  checkpoint_timeout: '10min',
  // The bundled programs are built without lz4.
  wal_compression: 'pglz',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A source that repeats itself raises a unique violation: its values and the statement would be personal data in the log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

/** What the rest of this module relies on. */
const fixedSettings = (port: number): Record<string, string> => {
  return {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_line_prefix: '%m [%p] ',
    lc_messages: 'C',
  }
}

export const serverArguments = (clusterDir: string, port: number, overrides: Record<string, string>): string[] => {
  const settings = { ...TUNING, ...overrides, ...fixedSettings(port) }
  return ['-D', clusterDir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
