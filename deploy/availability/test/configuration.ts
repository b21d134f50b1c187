import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { postgresFolder } from './programs.ts'

const FOLDER = join(import.meta.dirname, '..')

/** One of the machines of the documents, here a folder and an address of this machine. */
export interface Place {
  readonly name: string
  readonly address: string
  readonly folder: string
}

/** The addresses of this run, in place of 10.0.0.0/24: any address of 127.0.0.0/8 leads to this machine. */
export interface Network {
  addressOf(last: number): string
  /** A text with the addresses of the documents, as it has to be here. */
  translate(text: string): string
}

export const openNetwork = (): Network => {
  const prefix = `127.${1 + (process.pid % 250)}.${Math.floor(process.pid / 250) % 250}.`
  return {
    addressOf: (last) => prefix + last,
    translate: (text) => text.replaceAll('10.0.0.0/24', '127.0.0.0/8').replaceAll('10.0.0.', prefix),
  }
}

/** Reads a file of the documents as it is on this machine; the documents say what to change on which one. */
const read = async (name: string, network: Network, place: Place, changes: readonly (readonly [RegExp, string])[]) => {
  const text = network.translate(await readFile(join(FOLDER, name), 'utf8'))
  return changes.reduce((changed, [from, to]) => {
    if (!from.test(changed)) throw new Error(`${name} has nothing like ${from} for ${place.name}`)
    return changed.replaceAll(new RegExp(from, 'gm'), to)
  }, text)
}

/** The environment of etcd. */
export const etcdEnvironment = async (network: Network, place: Place): Promise<Record<string, string>> => {
  const own = network.addressOf(11)
  const text = await read('etcd.env', network, place, [
    [/^ETCD_NAME=.*$/m, `ETCD_NAME=${place.name}`],
    [/^ETCD_DATA_DIR=.*$/m, `ETCD_DATA_DIR=${join(place.folder, 'etcd')}`],
    [new RegExp(`^(ETCD_(?:LISTEN|INITIAL_ADVERTISE|ADVERTISE)_.*)${own}`, 'm'), `$1${place.address}`],
  ])
  const lines = text.split('\n').filter((line) => line.startsWith('ETCD_'))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}

/** Writes the configuration of Patroni; returns its path. */
export const writePatroniFile = async (network: Network, place: Place): Promise<string> => {
  const own = network.addressOf(11)
  const text = await read('patroni.yml', network, place, [
    [/^name: .*$/m, `name: ${place.name}`],
    [new RegExp(`^( +(?:listen|connect_address): )${own}`, 'm'), `$1${place.address}`],
    [/^( +bin_dir: ).*$/m, `$1${postgresFolder()}`],
    [/^( +data_dir: ).*$/m, `$1${join(place.folder, 'postgres')}`],
    [/^( +unix_socket_directories: ).*$/m, `$1${place.folder}`],
  ])
  const path = join(place.folder, 'patroni.yml')
  await writeFile(path, text)
  return path
}

/** Writes the configuration of HAProxy; returns its path. */
export const writeProxyFile = async (network: Network, place: Place): Promise<string> => {
  const text = await read('haproxy.cfg', network, place, [
    [/stats socket \S+/m, `stats socket ${join(place.folder, 'admin.sock')}`],
    [/bind :8080/m, `bind ${place.address}:8080`],
    [/bind 127\.0\.0\.1:5000/m, `bind ${place.address}:5000`],
  ])
  const path = join(place.folder, 'haproxy.cfg')
  await writeFile(path, text)
  return path
}
