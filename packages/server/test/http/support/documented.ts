import { openApiDocument } from '@rollcall/contract'

interface Operation {
  readonly method: string
  readonly path: RegExp
  readonly codes: ReadonlySet<string>
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>
}

/** What the OpenAPI document says that operations answer; paths with fewer parameters first, as the router takes them. */
const OPERATIONS: readonly Operation[] = Object.entries((openApiDocument('1.2.3') as unknown as Document).paths)
  .toSorted(([a], [b]) => a.split('{').length - b.split('{').length)
  .flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { responses }]) => ({
      method: method.toUpperCase(),
      path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
      codes: new Set(
        Object.entries(responses).flatMap(([status, { description }]) =>
          [...description.matchAll(/^`(\w+)`:/gm)].map(([, code]) => `${status} ${code}`),
        ),
      ),
    })),
  )

/**
 * What is refused is refused with a code that the document lists for the operation. The reference would be wrong otherwise, and
 * a client written by it would not expect the answer.
 */
export const assertDocumented = (method: string, path: string, { status, text }: { status: number; text: string }): void => {
  if (status < 400 || text === '') return
  const operation = OPERATIONS.find((each) => each.method === method && each.path.test(path.split('?')[0] as string))
  const code = text.startsWith('{') ? (JSON.parse(text) as { code?: string }).code : undefined
  if (!operation || code === undefined || operation.codes.has(`${status} ${code}`)) return
  throw new Error(`${method} ${path} answers ${status} ${code}, which the OpenAPI document does not list for it.`)
}
