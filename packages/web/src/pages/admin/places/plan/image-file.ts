import { FLOOR_PLAN_TYPES, MAX_FLOOR_PLAN_BYTES } from '@rollcall/contract'

/** Why a file can be no floor plan, before it is sent. */
export const faultOfImage = ({ type, size }: { readonly type: string; readonly size: number }): string | null => {
  if (!FLOOR_PLAN_TYPES.some((known) => known === type)) return 'Choose a PNG, JPEG or WebP image.'
  if (size > MAX_FLOOR_PLAN_BYTES)
    return `Choose an image of at most ${MAX_FLOOR_PLAN_BYTES / 1024 / 1024} MiB, for example as WebP.`
  return null
}

/** The bytes of a file in Base64. */
export const inBase64 = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
