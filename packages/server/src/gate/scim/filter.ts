import { type AttributePath, isExtension, resolveName } from './attribute-path.ts'
import { isTime, literal, type Value } from './literal.ts'
import type { Attribute, ResourceSchema } from './schema.ts'
import { scimError } from './scim-error.ts'

export type Operator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le'

/** A filter whose names are resolved (RFC 7644 §3.4.2.2). */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly left: Filter; readonly right: Filter }
  | { readonly kind: 'not'; readonly inner: Filter }
  /** Compares one value. Within `some`, the keys start at the element. */
  | { readonly kind: 'compare'; readonly keys: readonly string[]; readonly attribute: Attribute; op: Operator; value: Value }
  | { readonly kind: 'present'; readonly keys: readonly string[]; readonly attribute: Attribute }
  /** At least one element of a list meets the filter; without one, the list has an element. */
  | { readonly kind: 'some'; readonly keys: readonly string[]; readonly attribute: Attribute; readonly inner: Filter | undefined }

const MAX_LENGTH = 8_000
const MAX_DEPTH = 30
const MAX_COMPARISONS = 200
const OPERATORS: readonly string[] = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le']

const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y

/** A cursor over the words, texts and brackets of a filter or path. */
export interface Tokens {
  peek(): string | undefined
  next(): string | undefined
}

export const tokenize = (text: string, refuse: (why: string) => Error): Tokens => {
  if (text.length > MAX_LENGTH) throw refuse(`It has more than ${MAX_LENGTH} characters.`)
  const tokens: string[] = []
  const trimmed = text.trimEnd()
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < trimmed.length) {
    const at = TOKEN.lastIndex
    const match = TOKEN.exec(trimmed)
    if (!match) throw refuse(`There is something that is not understood at character ${at + 1}.`)
    tokens.push((match[1] ?? match[2] ?? match[3]) as string)
  }
  let position = 0
  return { peek: () => tokens[position], next: () => tokens[position++] }
}

/** The names that a filter may use: those of a resource, or the parts of a complex attribute. */
type Scope = (name: string) => AttributePath | undefined

const resourceScope =
  (schema: ResourceSchema): Scope =>
  (name) => {
    const path = resolveName(schema, name)
    return path && !isExtension(path) ? path : undefined
  }

const partScope =
  ({ subAttributes = [] }: Attribute): Scope =>
  (name) => {
    const attribute = subAttributes.find((each) => each.name.toLowerCase() === name.toLowerCase())
    return attribute && { keys: [attribute.name], attribute, sub: undefined }
  }

const valuePartOf = ({ subAttributes = [] }: Attribute): Attribute | undefined =>
  subAttributes.find(({ name }) => name === 'value')

class Parser {
  readonly #tokens: Tokens
  readonly #refuse: (why: string) => Error
  #comparisons = 0

  constructor(tokens: Tokens, refuse: (why: string) => Error) {
    this.#tokens = tokens
    this.#refuse = refuse
  }

  expression(scope: Scope, depth = 0): Filter {
    if (depth > MAX_DEPTH) throw this.#refuse(`It has more than ${MAX_DEPTH} levels of brackets.`)
    return this.#joined('or', () => this.#joined('and', () => this.#term(scope, depth)))
  }

  expect(token: string): void {
    const found = this.#tokens.next()
    if (found !== token) throw this.#refuse(`There is ${found ?? 'nothing'} where ${token} is expected.`)
  }

  #joined(kind: 'and' | 'or', part: () => Filter): Filter {
    let left = part()
    while (this.#tokens.peek()?.toLowerCase() === kind) {
      this.#tokens.next()
      left = { kind, left, right: part() }
    }
    return left
  }

  #term(scope: Scope, depth: number): Filter {
    const first = this.#tokens.next()
    if (first === '(') return this.#bracketed(scope, depth)
    if (first?.toLowerCase() === 'not' && this.#tokens.peek() === '(') {
      this.#tokens.next()
      return { kind: 'not', inner: this.#bracketed(scope, depth) }
    }
    if (first === undefined || /^["()[\]]/.test(first)) throw this.#refuse('The name of an attribute is missing.')
    const path = scope(first)
    if (!path) throw this.#refuse(`There is no attribute ${first}.`)
    return this.#tokens.peek() === '[' ? this.#valuePath(path, depth) : this.#comparison(path)
  }

  #bracketed(scope: Scope, depth: number): Filter {
    const inner = this.expression(scope, depth + 1)
    this.expect(')')
    return inner
  }

  /** Reads `emails[type eq "work"]`, and the comparison of a part after it, as providers send it. */
  #valuePath({ keys, attribute }: AttributePath, depth: number): Filter {
    this.#tokens.next()
    const scope = partScope(attribute)
    const inner = this.expression(scope, depth + 1)
    this.expect(']')
    const part = this.#tokens.peek()
    if (!part?.startsWith('.')) return { kind: 'some', keys, attribute, inner }
    this.#tokens.next()
    const path = scope(part.slice(1))
    if (!path) throw this.#refuse(`${attribute.name} has no part ${part.slice(1)}.`)
    return { kind: 'some', keys, attribute, inner: { kind: 'and', left: inner, right: this.#comparison(path) } }
  }

  #comparison({ keys, attribute, sub }: AttributePath): Filter {
    if (++this.#comparisons > MAX_COMPARISONS) throw this.#refuse(`It has more than ${MAX_COMPARISONS} comparisons.`)
    const word = this.#tokens.next()?.toLowerCase()
    const isPresence = word === 'pr'
    if (!isPresence && !OPERATORS.includes(word ?? '')) throw this.#refuse(`${word ?? 'Nothing'} is not an operator.`)
    const value = isPresence ? null : literal(this.#tokens.next(), this.#refuse)
    if (isPresence && !sub)
      return attribute.multiValued ? { kind: 'some', keys, attribute, inner: undefined } : { kind: 'present', keys, attribute }
    // `emails eq "x"` compares the values of the list; `manager eq "x"` the value of the complex attribute.
    const part = sub ?? (attribute.type === 'complex' ? valuePartOf(attribute) : undefined)
    if (attribute.type === 'complex' && !part) throw this.#refuse(`${attribute.name} has no value: name one of its parts.`)
    const at = (path: readonly string[], of: Attribute): Filter =>
      isPresence ? { kind: 'present', keys: path, attribute: of } : this.#compare(path, of, word as Operator, value)
    if (!part) return at(keys, attribute)
    if (attribute.multiValued) return { kind: 'some', keys, attribute, inner: at([part.name], part) }
    return at([...keys, part.name], part)
  }

  #compare(keys: readonly string[], attribute: Attribute, op: Operator, value: Value): Filter {
    if (value === null) {
      const present: Filter = { kind: 'present', keys, attribute }
      if (op === 'eq') return { kind: 'not', inner: present }
      if (op === 'ne') return present
      throw this.#refuse(`${op} cannot compare with null.`)
    }
    if (attribute.type === 'boolean')
      return { kind: 'compare', keys, attribute, op: this.#equality(op, attribute), value: this.#flag(value, attribute) }
    if (attribute.type === 'dateTime' && !(typeof value === 'string' && isTime(value)))
      throw this.#refuse(`${attribute.name} is compared with a time, such as "2026-01-05T09:00:00Z".`)
    return { kind: 'compare', keys, attribute, op, value: String(value) }
  }

  #equality(op: Operator, { name }: Attribute): Operator {
    if (op === 'eq' || op === 'ne') return op
    throw this.#refuse(`${op} cannot compare ${name}, which is true or false.`)
  }

  #flag(value: Value, { name }: Attribute): boolean {
    const text = String(value).toLowerCase()
    if (text === 'true' || text === 'false') return text === 'true'
    throw this.#refuse(`${name} is compared with true or false.`)
  }
}

/** Parses a filter. @throws AppError with scimType invalidFilter */
export const parseFilter = (schema: ResourceSchema, text: string): Filter => {
  const refuse = (why: string) => scimError('invalidFilter', `The filter is not valid. ${why}`)
  const tokens = tokenize(text, refuse)
  const filter = new Parser(tokens, refuse).expression(resourceScope(schema))
  if (tokens.peek() !== undefined) throw refuse(`There is ${tokens.peek()} after its end.`)
  return filter
}

/** Parses the filter of a value path up to its closing bracket. */
export const parseValueFilter = (attribute: Attribute, tokens: Tokens, refuse: (why: string) => Error): Filter => {
  const parser = new Parser(tokens, refuse)
  const filter = parser.expression(partScope(attribute))
  parser.expect(']')
  return filter
}
