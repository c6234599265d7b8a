// Player.swift: class Nope {
import Foundation
@testable import struct Core.Thing

/// The most players.
public let limit = 4 // def: limit
private var names: [String] = ["a {", "b"] // def: names

/* outer /* nested { */ still */
typealias Handler<T> = (T) -> Void // def: Handler

/// Can play.
@objc public protocol Playing: AnyObject where Self: Base { // def: Playing
  associatedtype Item
  var title: String { get }
  func play(_ item: Item) throws -> Bool // def: Playing.play
  static func make() -> Self // def: Playing.make
  init?(name: String) // def: Playing.init
}

@MainActor
open class Player<T: Hashable>: NSObject, Playing where T: Sendable { // def: Player
  private let queue = DispatchQueue(label: "x")
  @Published var rate: Double = 1.0 {
    didSet { print("rate \(rate > 1 ? "}" : "{")") }
  }
  lazy var items: [T] = {
    return []
  }()

  /// Makes one.
  public required init?(name: String = "a") { // def: Player.init
    super.init()
  }
  deinit { // def: Player.deinit
    print(#"raw " { "#)
  }

  @discardableResult
  override public func play(_ item: T, then f: @escaping (T) -> Void = { _ in }) async throws -> Bool { // def: Player.play
    func local() {}
    guard let x = item as? Int else { return false }
    return x > 1
  }
  class func shared() -> Player { Player() } // def: Player.shared
  static func == (a: Player, b: Player) -> Bool { true } // def: Player.==
  subscript(i: Int) -> T { // def: Player.subscript
    get { items[i] }
  }
  var computed: Int {
    """
    func no() {
    """.count
  }

  enum State: Int { // def: Player.State
    case idle, playing(at: Int)
    case `default`
    indirect case nested(State)
    var isIdle: Bool { self == .idle }
    mutating func reset() { self = .idle } // def: Player.State.reset
  }
}

extension Player.State: CustomStringConvertible {
  var description: String { "" }
  func log() {} // def: State.log
}
extension Array where Element == Int {
  func total() -> Int { reduce(0, +) } // def: Array.total
}

struct Point: Codable { let x, y: Int } // def: Point
actor Counter { // def: Counter
  var n = 0
  nonisolated func peek() -> Int { 1 } // def: Counter.peek
}

#if os(iOS)
func platform() -> String { "ios" } // def: platform
#endif

infix operator ~>
func ~> <T>(a: T, f: (T) -> T) -> T { f(a) } // def: ~>
func swap<T>(_ a: inout T, _ b: inout T) // def: swap
where T: Equatable
{
  (a, b) = (b, a)
}
