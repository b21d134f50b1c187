/** Fields of a message: the number, and the type or the fields of the message inside. Lists are written one by one, or packed. */
type Type = 'string' | 'hex' | 'enum' | 'bool' | 'int64' | 'fixed64' | 'fixed32' | 'double' | 'packedFixed64' | 'packedDouble'
interface Fields {
  readonly [name: string]: readonly [number: number, type: Type | Fields]
}

const VALUE: Fields = { stringValue: [1, 'string'], intValue: [3, 'int64'], doubleValue: [4, 'double'] }
const ATTRIBUTE: Fields = { key: [1, 'string'], value: [2, VALUE] }
const RESOURCE: Fields = { attributes: [1, ATTRIBUTE] }
const SCOPE: Fields = { name: [1, 'string'], version: [2, 'string'] }
const SPAN: Fields = {
  traceId: [1, 'hex'],
  spanId: [2, 'hex'],
  traceState: [3, 'string'],
  parentSpanId: [4, 'hex'],
  name: [5, 'string'],
  kind: [6, 'enum'],
  startTimeUnixNano: [7, 'fixed64'],
  endTimeUnixNano: [8, 'fixed64'],
  attributes: [9, ATTRIBUTE],
  status: [15, { code: [3, 'enum'] }],
  flags: [16, 'fixed32'],
}
const TIMES: Fields = { startTimeUnixNano: [2, 'fixed64'], timeUnixNano: [3, 'fixed64'] }
const NUMBER: Fields = { ...TIMES, asDouble: [4, 'double'], attributes: [7, ATTRIBUTE] }
const HISTOGRAM: Fields = {
  ...TIMES,
  count: [4, 'fixed64'],
  sum: [5, 'double'],
  bucketCounts: [6, 'packedFixed64'],
  explicitBounds: [7, 'packedDouble'],
  attributes: [9, ATTRIBUTE],
}
const METRIC: Fields = {
  name: [1, 'string'],
  description: [2, 'string'],
  gauge: [5, { dataPoints: [1, NUMBER] }],
  sum: [7, { dataPoints: [1, NUMBER], aggregationTemporality: [2, 'enum'], isMonotonic: [3, 'bool'] }],
  histogram: [9, { dataPoints: [1, HISTOGRAM], aggregationTemporality: [2, 'enum'] }],
}

/** The fields of both requests of OTLP. */
const REQUESTS = {
  resourceSpans: [1, { resource: [1, RESOURCE], scopeSpans: [2, { scope: [1, SCOPE], spans: [2, SPAN] }] }],
  resourceMetrics: [1, { resource: [1, RESOURCE], scopeMetrics: [2, { scope: [1, SCOPE], metrics: [2, METRIC] }] }],
} as const satisfies Fields

/** Writes a request of OTLP as Protocol Buffers. */
export const encodeProtobuf = (request: object): Buffer => message(request as Message, REQUESTS)

type Message = Readonly<Record<string, unknown>>

const [VARINT, FIXED64, BYTES, FIXED32] = [0, 1, 2, 5] as const

const varint = (value: number | bigint): Buffer => {
  let rest = BigInt.asUintN(64, BigInt(value))
  const bytes: number[] = []
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128)
    rest >>= 7n
  }
  return Buffer.from([...bytes, Number(rest)])
}

const fixed64 = (value: string): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

const fixed32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const double = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

const sized = (bytes: Buffer): Buffer => Buffer.concat([varint(bytes.length), bytes])

const SCALARS: Readonly<Record<Type, readonly [wireType: number, write: (value: never) => Buffer]>> = {
  string: [BYTES, (value: string) => sized(Buffer.from(value))],
  hex: [BYTES, (value: string) => sized(Buffer.from(value, 'hex'))],
  enum: [VARINT, varint],
  bool: [VARINT, (value: boolean) => varint(value ? 1 : 0)],
  int64: [VARINT, (value: string) => varint(BigInt(value))],
  fixed64: [FIXED64, fixed64],
  fixed32: [FIXED32, fixed32],
  double: [FIXED64, double],
  packedFixed64: [BYTES, (values: readonly string[]) => sized(Buffer.concat(values.map(fixed64)))],
  packedDouble: [BYTES, (values: readonly number[]) => sized(Buffer.concat(values.map(double)))],
}

const field = ([number, type]: Fields[string], value: unknown): Buffer[] => {
  if (typeof type === 'object') return [varint((number << 3) | BYTES), sized(message(value as Message, type))]
  const [wireType, write] = SCALARS[type]
  return [varint((number << 3) | wireType), write(value as never)]
}

const message = (values: Message, fields: Fields): Buffer => {
  const parts: Buffer[] = []
  for (const [name, definition] of Object.entries(fields)) {
    const value = values[name]
    if (value === undefined) continue
    const isRepeated = Array.isArray(value) && typeof definition[1] === 'object'
    for (const each of isRepeated ? value : [value]) parts.push(...field(definition, each))
  }
  return Buffer.concat(parts)
}
