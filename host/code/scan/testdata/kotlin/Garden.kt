@file:JvmName("Garden")
package org.example.garden

import kotlin.math.*
import org.example.Plant as P

/** The most plants. */
const val LIMIT = 10 // def: LIMIT
val names: List<String> by lazy { listOf("a {", "b") } // def: names
private var count = 0 // def: count
    private set

typealias Visitor<T> = (T) -> Unit // def: Visitor

/**
 * A garden.
 * class Nope {}
 */
@Suppress("unused")
open class Garden<T : Any>( // def: Garden
    private val size: Int = 3,
    val f: (Int) -> Unit = { println("${if (it > 1) "}" else "{"}") },
) : Base(size), Runnable {
    private val plants = mutableListOf<T>()
    var open: Boolean = true
        get() = field && size > 0

    init {
        println("""raw " { $size""")
    }

    constructor(a: String) : this(a.length) { // def: Garden.constructor
        count++
    }

    /** Adds one. */
    @JvmOverloads
    fun add(plant: T, times: Int = 1): Boolean { // def: Garden.add
        fun local() {}
        return plants.add(plant)
    }

    override fun run() = // def: Garden.run
        plants
            .forEach { println(it) }

    inline fun <reified R> all(): List<R> where R : Any = plants.filterIsInstance<R>() // def: Garden.all
    fun `with spaces`() = '"' // def: Garden.with spaces

    companion object {
        const val X = 1
        fun create() = Garden<String>() // def: Garden.create
    }

    inner class Bed { // def: Garden.Bed
        fun dig(): Int? = null // def: Garden.Bed.dig
    }
}

enum class Season(val code: Char) { // def: Season
    SPRING('{') { override fun next() = SUMMER },
    SUMMER('}');

    abstract fun next(): Season // def: Season.next
}

sealed interface Event // def: Event
data class Rain(val mm: Int) : Event // def: Rain
data object Sun : Event // def: Sun
annotation class Mark(val x: String) // def: Mark
fun interface Task { // def: Task
    fun go() // def: Task.go
}
object Store : Event { // def: Store
    fun get(key: String): String? = when (key) { // def: Store.get
        "a" -> "b"
        else -> null
    }
}

class Wide // def: Wide
@Inject
protected constructor(
    val a: Int,
) : Base() {
    fun inside() = 1 // def: Wide.inside
}

suspend fun <T> List<T>.second(): T? = getOrNull(1) // def: List.second
val String.shout: String // def: String.shout
    get() = uppercase()
operator fun Rain.plus(o: Rain) = Rain(mm + o.mm) // def: Rain.plus
expect fun platform(): String // def: platform
fun main(args: Array<String>) { // def: main
    args.forEach { println(it) }
}
