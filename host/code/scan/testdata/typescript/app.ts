import type { A } from "./a"
import fs, {
  readFile as read,
} from 'node:fs'
import './side-effect.js'
export * from "./b"

/** The version, as in `1.2`. */
export const version = `v${[1, 2].map((n) => `${n}{`).join(".")}` // def: version
const re = /[/"'`{]+/g // def: re
export let mutable: Record<string, { a: number }> // def: mutable
declare const injected: string // def: injected

export type Id = string | number // def: Id
export type Shape = // def: Shape
  | { kind: "circle"; r: number }
  | { kind: "square" }
type Fn<T extends object = {}> = (a: T) => { b: T } // def: Fn
type Cond<T> = T extends (infer U)[] // def: Cond
  ? U
  : never
type as = A["as"] // def: as
export const asIs: { (a: number): string } = A.as // def: asIs
export const next = 1 // def: next

/**
 * A user.
 */
export interface User extends Base<{ a: 1 }> { // def: User
  name: string
  greet(other: User): void
}
export enum Color { Red = "r", Green = "g" } // def: Color
export const enum Level { // def: Level
  Low,
}
declare module "express" {  // def: express
  interface Request { user: User } // def: Request
}
declare global {
  interface Window { app: App } // def: Window
}
export namespace Geo.Flat { // def: Geo.Flat
  export const origin = 0 // def: Geo.Flat.origin
  export function area(a: number): number { return a * a } // def: Geo.Flat.area
}

export function parse(a: string): Id
export function parse(a: number): Id
export function parse(a: any): Id { // def: parse
  function inner() {}
  return a / 2 / 1
}
export default async function* walk<T>(t: T): AsyncGenerator<{ t: T }> { yield { t } } // def: walk
export function isUser(x: unknown): x is { name: string } { // def: isUser
  return true
}
export const add = (a: number, b = (1 + 2) * 3): number => a + b // def: add
export const curry = // def: curry
  <T,>(a: T) =>
  async (b: T): Promise<{ a: T }> => {
    return { a }
  }
const memo = React.memo(function Memo() { return null }) // def: memo

@Component({ selector: "app", template: "{" })
export abstract class App<T extends {} = {}> extends Base<T> implements I { // def: App
  private readonly count = 0
  static #secret?: string
  handlers: Map<string, () => void> = new Map()
  static { App.init() }

  constructor(private a: string, readonly b?: { c: number }) { // def: App.constructor
    super()
  }

  @Input() set value(v: string) { this.v = v } // def: App.value
  get total(): { sum: number } { // def: App.total
    return { sum: 1 }
  }
  handle = async (e: Event): Promise<void> => { // def: App.handle
    await e
  }
  short = (x: number) => x > 1 // def: App.short
  abstract render(): void // def: App.render
  protected async *[Symbol.asyncIterator]() {} // def: App.[Symbol.asyncIterator]
  #hidden(): void {} // def: App.#hidden
  on(a: "x"): this
  on(a: "y"): this
  on(a: string): this { // def: App.on
    return this
  }
  get = 1
  static async = () => 2 // def: App.async
}
