import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Everything else of IPv6 is for other purposes (RFC 4291 §2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** An address that a caller named leads into a network that only this machine should reach. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic'
  readonly code = 'ENOTPUBLIC'
}

/** Whether an IP address is one of the public Internet, also if it is an IPv4 address in the form of IPv6. */
export const isPublicAddress = (address: string): boolean => {
  const parsed = ipaddr.parse(address)
  const range = parsed.range()
  if (!(parsed instanceof ipaddr.IPv6)) return range === 'unicast'
  if (range === 'ipv4Mapped') return isPublicAddress(parsed.toIPv4Address().toString())
  // A network without IPv4 names public addresses this way (RFC 6052).
  if (range === 'rfc6052')
    return isPublicAddress(
      parsed.parts
        .slice(6)
        .flatMap((part) => [part >> 8, part & 255])
        .join('.'),
    )
  return range === 'unicast' && parsed.match(GLOBAL_UNICAST)
}

/** Whether a host in a URL may be public: a name is decided about by what it resolves to. */
export const mayBePublic = (hostname: string): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !/(?:^|\.)localhost\.?$/.test(host)
}

/** Resolves a name for a connection, and refuses it if one of its addresses is not public. What was checked is what is connected to. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new NotPublic(`${hostname} leads to a network that is not public.`), '', 0)
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}
