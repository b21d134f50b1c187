const encoder = new TextEncoder()

/** HMAC-SHA256 of `apiKey` immediately followed by the timestamp, as lower-case hex (contract §2). */
export const hmacOf = async (apiKey: string, timestamp: number, secret: string): Promise<string> => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign'])
  const signature = await crypto.subtle.sign('HMAC', key, encoder.encode(`${apiKey}${timestamp}`))
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
